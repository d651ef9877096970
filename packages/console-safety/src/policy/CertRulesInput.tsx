import { JsonTableInput, type JsonInputProps } from '@suoan/console-base/editable-table/JsonTableInput.tsx'
import type { Column } from '@suoan/ui/editable-table'
import { certLines, type CertRow } from './policy-lines.ts'

const columns: readonly Column[] = [
  {
    key: 'roleTag',
    title: '角色',
    type: 'select',
    dictCode: 'lo_role_tag',
    width: 160,
    placeholder: '请选择角色',
    validateRules: [
      { required: true, message: '请选择角色' },
      { unique: true, message: '该角色已有一行，请合并' },
    ],
  },
  {
    key: 'certTypes',
    title: '须持有的资质（全部）',
    type: 'list_multi',
    dictCode: 'lo_cert_type',
    minWidth: 260,
    placeholder: '不要求资质',
  },
]
const blank = (): Omit<CertRow, 'id'> => ({ roleTag: null, certTypes: null })

/** 资质要求: what everybody in a role has to hold before he may act in it (G03). */
export function CertRulesInput(props: JsonInputProps) {
  return (
    <JsonTableInput
      {...props}
      label="资质要求"
      columns={columns}
      codec={certLines}
      newRow={blank}
      empty="没有设定资质要求，此类作业不能提交"
      hint="每个角色一行；不要求资质的角色也添加一行，资质留空。"
    />
  )
}
