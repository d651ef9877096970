import type { Resource } from '@suoan/contract'
import { ownField, type TablePorts } from '@suoan/ui/editable-table'
import { ResourcePickDialog } from '../resource/pickers/ResourcePickDialog.tsx'

/**
 * The popup of an editable table (spec/5-screens.md §13.10): a column's `popupCode` names one of these resources, whose rows
 * are chosen from; `orgFields` and `destFields` say what of a row goes where. Throws for a code that is none of them: that is
 * a fault of the page.
 */
export const popupOf =
  (resources: Readonly<Record<string, Resource>>): NonNullable<TablePorts['popup']> =>
  ({ value, column, onRecords, onClose }) => {
    const resource = resources[column.popupCode ?? '']
    if (!resource) throw new Error(`列 ${column.key} 的 popupCode ${column.popupCode ?? ''} 没有提供`)
    return (
      <ResourcePickDialog
        resource={resource}
        by={ownField(column)}
        multiple={column.multi ?? false}
        initial={value
          .split(',')
          .filter(Boolean)
          .map((key) => ({ key, label: key }))}
        onConfirm={(_chosen, rows) => onRecords(rows)}
        onCancel={onClose}
      />
    )
  }
