import { JsonListInput } from '@suoan/console-base/editable-table/JsonListInput.tsx'
import type { JsonInputProps } from '@suoan/console-base/editable-table/JsonTableInput.tsx'
import { work } from '@suoan/contract'
import { Select } from 'antd'

interface Props extends JsonInputProps {
  readonly names: readonly string[]
  readonly placeholder: string
}

/** Parts of a ticket that stand in tables of their own. */
const partLabels: Readonly<Record<string, string>> = {
  points: '隔离点',
  isolationPeople: '隔离人员',
  measures: '安全措施',
}
const ticketFields: Readonly<Record<string, { readonly label: string }>> = work.fields
const labelOf = (name: string): string => partLabels[name] ?? ticketFields[name]?.label ?? name

/** 审批可改字段 and 核心字段: fields of a ticket by their names. */
export function TicketFieldsInput({ names, placeholder, ...input }: Props) {
  return (
    <JsonListInput {...input}>
      {({ multiple: _multiple, ...choice }) => (
        <Select<string | string[]>
          {...choice}
          mode="multiple"
          className="full"
          allowClear
          placeholder={placeholder}
          options={names.map((name) => ({ value: name, label: labelOf(name) }))}
          // A name that is offered no more still says what it is.
          labelRender={({ value }) => labelOf(String(value))}
        />
      )}
    </JsonListInput>
  )
}
