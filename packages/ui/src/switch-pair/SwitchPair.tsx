import { Select, Switch } from 'antd'

/** What is stored when it is on, and when it is off. */
export type OptionPair = readonly [string, string]

export interface SwitchPairProps {
  readonly value?: string | null
  readonly onChange?: (value: string) => void
  readonly pair?: OptionPair
  /** In a query it is a select of 是 and 否, which may also be neither. */
  readonly query?: boolean
  readonly disabled?: boolean
  readonly id?: string
  readonly 'aria-label'?: string
}

/** A switch between two stored values, Y and N by default (2-data-entry.md §4). */
export function SwitchPair({ value, onChange, pair = ['Y', 'N'], query = false, ...input }: SwitchPairProps) {
  const [on, off] = pair
  if (query)
    return (
      <Select<string>
        {...input}
        allowClear
        style={{ width: '100%' }}
        placeholder="请选择"
        value={value || null}
        onChange={(next: string | undefined) => onChange?.(next ?? '')}
        options={[
          { value: on, label: '是' },
          { value: off, label: '否' },
        ]}
      />
    )
  return <Switch {...input} checked={value === on} onChange={(checked) => onChange?.(checked ? on : off)} />
}
