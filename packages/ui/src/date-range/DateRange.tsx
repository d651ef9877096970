import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { momentOf, quickRanges } from './quick-ranges.ts'

export interface DateRangeProps {
  /** Of the first of its two inputs. */
  readonly id?: string
  readonly withTime?: boolean
  /** `YYYY-MM-DD`, with `HH:mm:ss` where it has a time; each end may be open. */
  readonly begin: string | undefined
  readonly end: string | undefined
  onChange(begin: string | undefined, end: string | undefined): void
  readonly disabled?: boolean
  readonly 'aria-label'?: string
}

/** From one day to another, with ranges that are chosen by one press. */
export function DateRange({
  id,
  withTime = false,
  begin,
  end,
  onChange,
  disabled = false,
  'aria-label': label,
}: DateRangeProps) {
  const format = withTime ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD'
  return (
    <DatePicker.RangePicker
      {...(id === undefined ? {} : { id: { start: id, end: `${id}_end` } })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      disabled={disabled}
      separator="~"
      presets={quickRanges(dayjs())}
      showTime={
        withTime ? { defaultValue: [dayjs('00:00:00', 'HH:mm:ss'), dayjs('23:59:59', 'HH:mm:ss')] } : false
      }
      allowEmpty={[true, true]}
      placeholder={['开始时间', '结束时间']}
      value={[momentOf(begin), momentOf(end)]}
      onChange={(range) => onChange(range?.[0]?.format(format), range?.[1]?.format(format))}
      style={{ width: '100%' }}
    />
  )
}
