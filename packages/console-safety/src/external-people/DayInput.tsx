import { DatePicker } from 'antd'
import dayjs from 'dayjs'

const wire = 'YYYY-MM-DD'

interface Props {
  /** `YYYY-MM-DD`; '' when none is given. */
  readonly value: string
  readonly id?: string
  readonly 'aria-label'?: string
  /** The first day that can be chosen, `YYYY-MM-DD`. */
  readonly min?: string
  readonly allowClear?: boolean
  onChange(day: string): void
}

/** A day. */
export function DayInput({ value, min, onChange, allowClear = true, ...input }: Props) {
  return (
    <DatePicker
      {...input}
      className="full"
      placeholder="选择日期"
      format={wire}
      allowClear={allowClear}
      value={value ? dayjs(value, wire) : null}
      {...(min ? { minDate: dayjs(min, wire) } : {})}
      onChange={(day) => {
        if (!Array.isArray(day)) onChange(day ? day.format(wire) : '')
      }}
    />
  )
}
