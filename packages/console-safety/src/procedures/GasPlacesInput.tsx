import { JsonTableInput, type JsonInputProps } from '@suoan/console-base/editable-table/JsonTableInput.tsx'
import type { Column } from '@suoan/ui/editable-table'
import { gasPlaceLines, type GasPlaceRow } from './procedure-lines.ts'

const columns: readonly Column[] = [
  {
    key: 'place',
    title: '部位',
    type: 'input',
    minWidth: 200,
    maxLength: 50,
    placeholder: '例如：泵坑',
    validateRules: [{ required: true }],
  },
  { key: 'layered', title: '上中下', type: 'switch', customValue: [1, 0], width: 90 },
]
const blank = (): Omit<GasPlaceRow, 'id'> => ({ place: '', layered: 0 })

/** 气体检测部位 of a procedure. */
export function GasPlacesInput(props: JsonInputProps) {
  return (
    <JsonTableInput
      {...props}
      label="气体检测部位"
      columns={columns}
      codec={gasPlaceLines}
      newRow={blank}
      empty="不检测气体，或按作业类型的要求检测"
    />
  )
}
