import { JsonTableInput, type JsonInputProps } from '@suoan/console-base/editable-table/JsonTableInput.tsx'
import type { Column } from '@suoan/ui/editable-table'
import { roleOptions } from '../work-tickets/editor/RoleList.tsx'
import { demandLines, type DemandRow } from './procedure-lines.ts'

const columns: readonly Column[] = [
  {
    key: 'roleTag',
    title: '角色',
    type: 'select',
    options: roleOptions,
    minWidth: 160,
    placeholder: '请选择',
    validateRules: [{ required: true }],
  },
  { key: 'count', title: '人数', type: 'inputNumber', width: 90, precision: 0, range: [1, 20] },
]
const blank = (): Omit<DemandRow, 'id'> => ({ roleTag: null, count: 1 })

/** 人员要求: how many people of which role it takes. */
export function PeopleInput(props: JsonInputProps) {
  return (
    <JsonTableInput
      {...props}
      label="人员要求"
      columns={columns}
      codec={demandLines}
      newRow={blank}
      empty="没有人员要求"
    />
  )
}
