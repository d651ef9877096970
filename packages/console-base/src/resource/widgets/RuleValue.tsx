import type { Field, FieldKind } from '@suoan/contract'
import type { ValueEditorProps } from '@suoan/ui/advanced-query'
import { DatePicker, Input, InputNumber, Select } from 'antd'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { DictSelect } from './DictSelect.tsx'
import { RefPicker } from './RefPicker.tsx'

interface Props extends Omit<ValueEditorProps, 'field'> {
  readonly field: Field | undefined
}

/** The editor of a value in 高级查询, by the kind of its field (5-screens.md §13.5); values are texts, several with commas. */
export function RuleValue({ field, ...props }: Props) {
  return field ? editorOf[field.kind](field, props) : <Line {...props} />
}

type Editor = (field: Field, props: Omit<Props, 'field'>) => ReactNode

const line: Editor = (_, props) => <Line {...props} />
const yesNo =
  (yes: string, no: string): Editor =>
  (_, { many: _many, value, ...props }) => (
    <Select
      {...props}
      placeholder="请选择"
      value={value || null}
      options={[
        { value: yes, label: '是' },
        { value: no, label: '否' },
      ]}
    />
  )
const number: Editor = (_, { many, value, onChange, ...props }) =>
  many ? (
    <Line {...{ ...props, many, value, onChange }} />
  ) : (
    <InputNumber<string>
      {...props}
      stringMode
      placeholder="请输入数值"
      value={value || null}
      onChange={(typed) => onChange(typed ?? '')}
    />
  )
const calendar =
  (format: string): Editor =>
  (_, { many, value, onChange, ...props }) =>
    many ? (
      <Line {...{ ...props, many, value, onChange }} />
    ) : (
      <DatePicker
        {...props}
        showTime={format.includes('HH')}
        value={value && dayjs(value).isValid() ? dayjs(value) : null}
        onChange={(day) => onChange(day?.format(format) ?? '')}
      />
    )
const dictionary: Editor = ({ dict }, { many, value, onChange, ...props }) => (
  <DictSelect {...props} {...chosen(many, value, onChange)} code={dict ?? ''} multiple={many} />
)
const reference: Editor = (field, { many, value, onChange, ...props }) => (
  <RefPicker
    {...props}
    {...chosen(many, value, onChange)}
    field={field}
    multiple={many}
    withDialog={false}
    placeholder="请选择"
  />
)

/** What is asked for must be told of each kind: a new one does not compile until it is here. */
const editorOf = {
  text: line,
  code: line,
  longText: line,
  json: line,
  file: line,
  secret: line,
  integer: number,
  decimal: number,
  flag: yesNo('1', '0'),
  boolean: yesNo('true', 'false'),
  dict: dictionary,
  dictNumber: dictionary,
  dicts: dictionary,
  ref: reference,
  refs: reference,
  date: calendar('YYYY-MM-DD'),
  dateTime: calendar('YYYY-MM-DD HH:mm:ss'),
} as const satisfies Record<FieldKind, Editor>

function Line({ many, value, onChange, ...props }: Omit<Props, 'field'>) {
  return (
    <Input
      {...props}
      allowClear
      value={value}
      placeholder={many ? '多个值用逗号分隔' : '请输入值'}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** The value of a choice: one text, or several; a cleared one gives nothing. */
function chosen(many: boolean, value: string, onChange: (value: string) => void) {
  const given = many ? value.split(',').filter(Boolean) : value
  return {
    ...(given.length > 0 ? { value: given } : {}),
    onChange: (next: string | string[] | null | undefined) =>
      onChange(Array.isArray(next) ? next.join(',') : (next ?? '')),
  }
}
