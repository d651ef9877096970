import { JsonTableInput, type JsonInputProps } from '@suoan/console-base/editable-table/JsonTableInput.tsx'
import type { Column } from '@suoan/ui/editable-table'
import { credentialGap } from '@suoan/domain/lock'
import { credentialMeans, credentialLines } from './lock-lines.ts'

const columns: readonly Column[] = [
  {
    key: 'means',
    title: '方式',
    type: 'select',
    width: 140,
    options: credentialMeans,
    placeholder: '请选择',
    validateRules: [{ required: true, message: '请选择方式' }],
  },
  {
    key: 'key',
    title: '摘要、序列号或序号',
    type: 'input',
    minWidth: 240,
    maxLength: 64,
    validateRules: [
      { required: true },
      { unique: true, message: '有重复的凭证引用，请删去重复的' },
      {
        handler: ({
          value,
          row,
        }: {
          readonly value: unknown
          readonly row: { readonly id: string; readonly means?: unknown }
        }) => credentialGap([`${String(row.means ?? '')}:${String(value ?? '').trim()}`]),
      },
    ],
  },
]
const blank = () => ({ means: null, key: '' })

/** 凭证引用: what a lock off the net knows the person by. */
export function CredentialsInput(props: JsonInputProps) {
  return (
    <JsonTableInput
      {...props}
      label="凭证引用"
      columns={columns}
      codec={credentialLines}
      newRow={blank}
      empty="没有凭证引用"
    />
  )
}
