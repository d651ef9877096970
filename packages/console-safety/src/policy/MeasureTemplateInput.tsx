import { JsonTableInput, type JsonInputProps } from '@suoan/console-base/editable-table/JsonTableInput.tsx'
import type { Column } from '@suoan/ui/editable-table'
import { measureLines, type MeasureRow } from './policy-lines.ts'

const columns: readonly Column[] = [
  {
    key: 'content',
    title: '措施',
    type: 'textarea',
    minWidth: 240,
    maxLength: 300,
    placeholder: '请输入措施',
    validateRules: [{ required: true }],
  },
  {
    key: 'controlRank',
    title: '控制层级',
    type: 'select',
    dictCode: 'lo_control_rank',
    width: 110,
    placeholder: '请选择',
  },
  { key: 'must', title: '必须', type: 'switch', customValue: [1, 0], width: 80 },
]
const blank = (): Omit<MeasureRow, 'id'> => ({ content: '', must: 0, controlRank: null })

/** 安全措施模板: the measures a ticket of this kind begins with, and those it cannot do without. */
export function MeasureTemplateInput(props: JsonInputProps) {
  return (
    <JsonTableInput
      {...props}
      label="安全措施模板"
      columns={columns}
      codec={measureLines}
      newRow={blank}
      isOrdered
      empty="没有模板措施"
    />
  )
}
