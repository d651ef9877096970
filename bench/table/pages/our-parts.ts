export { EditableTable } from '@suoan/ui/editable-table'
