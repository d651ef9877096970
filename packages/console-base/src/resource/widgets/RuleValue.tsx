import type { Field, FieldKind } from '@suoan/contract'
import type { ValueEditorProps } from '@suoan/ui/advanced-query'
import { DateRange } from '@suoan/ui/date-range'
import { NumberInput } from '@suoan/ui/number-input'
import { PopText } from '@suoan/ui/pop-text'
import { SwitchPair } from '@suoan/ui/switch-pair'
import { DatePicker, Input, Space } from 'antd'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { DictSelect } from './DictSelect.tsx'
import { lazyInput } from './lazy-input.tsx'
import { RefPicker } from './RefPicker.tsx'

// 省/市/区 are asked for on few lists.
const AreaLinkage = lazyInput(() => import('@suoan/ui/area-linkage').then((module) => module.AreaLinkage))

interface Props extends Omit<ValueEditorProps, 'field'> {
  readonly field: Field | undefined
}

/** The editor of a value in 高级查询, by the kind of its field (5-screens.md §13.5); values are texts, several with commas. */
export function RuleValue({ field, range, ...props }: Props) {
  if (!field) return <Line {...props} />
  return range ? <RangeValue {...props} kind={field.kind} /> : editorOf[field.kind](field, props)
}

type Editing = Omit<Props, 'field' | 'range'>
type Editor = (field: Field, props: Editing) => ReactNode

const line: Editor = (_, props) => <Line {...props} />
const yesNo =
  (yes: string, no: string): Editor =>
  (_, { many: _many, ...props }) => <SwitchPair {...props} query pair={[yes, no]} />
const longLine: Editor = (field, { many, ...props }) => (
  <PopText {...props} title={field.label} placeholder={many ? '多个值用逗号分隔' : '请输入值'} />
)
const number: Editor = (_, { many, value, onChange, ...props }) =>
  many ? (
    <Line {...{ ...props, many, value, onChange }} />
  ) : (
    <NumberInput<string>
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
  longText: longLine,
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
  region: (_, { many: _many, value, onChange, ...props }) => (
    <AreaLinkage {...props} value={value} onChange={onChange} />
  ),
  date: calendar('YYYY-MM-DD'),
  dateTime: calendar('YYYY-MM-DD HH:mm:ss'),
} as const satisfies Record<FieldKind, Editor>

function Line({ many, value, onChange, ...props }: Editing) {
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

/** From and to of 介于, joined with a comma; either side may be left open. */
function RangeValue({
  kind,
  value,
  onChange,
  many: _many,
  'aria-label': label,
}: Editing & { readonly kind: FieldKind }) {
  const [from = '', to = ''] = value.split(',')
  const change = (nextFrom: string, nextTo: string) =>
    onChange(nextFrom === '' && nextTo === '' ? '' : `${nextFrom},${nextTo}`)
  if (kind === 'date' || kind === 'dateTime')
    return (
      <DateRange
        aria-label={label}
        withTime={kind === 'dateTime'}
        begin={from || undefined}
        end={to || undefined}
        onChange={(begin = '', end = '') => change(begin, end)}
      />
    )
  return (
    <Space.Compact>
      <NumberInput<string>
        className="full"
        stringMode
        aria-label={`${label} 从`}
        placeholder="从"
        value={from || null}
        onChange={(typed) => change(typed ?? '', to)}
      />
      <NumberInput<string>
        className="full"
        stringMode
        aria-label={`${label} 到`}
        placeholder="到"
        value={to || null}
        onChange={(typed) => change(from, typed ?? '')}
      />
    </Space.Compact>
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
