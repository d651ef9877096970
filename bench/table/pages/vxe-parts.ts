/** The parts of vxe-table, and of its component library, that a page needs to show, edit, sort and tick such rows. */
import 'vxe-pc-ui/es/vxe-checkbox/style.css'
import 'vxe-pc-ui/es/vxe-date-picker/style.css'
import 'vxe-pc-ui/es/vxe-input/style.css'
import 'vxe-pc-ui/es/vxe-number-input/style.css'
import 'vxe-pc-ui/es/vxe-select/style.css'
// The colours and lines are variables that stand in the whole sheet only.
import 'vxe-table/es/style.css'

export { default as VxeCheckbox } from 'vxe-pc-ui/es/vxe-checkbox/index.js'
export { default as VxeDatePicker } from 'vxe-pc-ui/es/vxe-date-picker/index.js'
export { default as VxeInput } from 'vxe-pc-ui/es/vxe-input/index.js'
export { default as VxeNumberInput } from 'vxe-pc-ui/es/vxe-number-input/index.js'
export { default as VxeSelect } from 'vxe-pc-ui/es/vxe-select/index.js'
export { VxeUI } from 'vxe-table/es/ui/index.js'
export { default as VxeColumn } from 'vxe-table/es/vxe-column/index.js'
export { default as VxeTable } from 'vxe-table/es/vxe-table/index.js'
export { default as zhCN } from 'vxe-table/es/locale/lang/zh-CN.js'
