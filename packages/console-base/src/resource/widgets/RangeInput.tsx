import { DatePicker } from 'antd'
import dayjs from 'dayjs'

interface Props {
  /** Of the first of its two inputs. */
  readonly id: string
  readonly withTime: boolean
  readonly begin: string | undefined
  readonly end: string | undefined
  onChange(begin: string | undefined, end: string | undefined): void
}

/** From–to of a date in the query form (`{name}_begin` and `{name}_end`, 4-api.md §4.3). */
export function RangeInput({ id, withTime, begin, end, onChange }: Props) {
  const format = withTime ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD'
  return (
    <DatePicker.RangePicker
      className="full"
      id={{ start: id, end: `${id}_end` }}
      showTime={
        withTime ? { defaultValue: [dayjs('00:00:00', 'HH:mm:ss'), dayjs('23:59:59', 'HH:mm:ss')] } : false
      }
      allowEmpty={[true, true]}
      placeholder={['开始时间', '结束时间']}
      value={[begin ? dayjs(begin) : null, end ? dayjs(end) : null]}
      onChange={(range) => onChange(range?.[0]?.format(format), range?.[1]?.format(format))}
    />
  )
}
