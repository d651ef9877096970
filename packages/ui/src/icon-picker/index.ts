export { IconPicker } from './IconPicker.tsx'
