import { DatePicker } from 'antd'
import dayjs from 'dayjs'

const wire = 'YYYY-MM-DD HH:mm:ss'

/** A moment to the minute, in wire form. */
export function TimeInput({ value, onChange }: { value: string; onChange(value: string): void }) {
  return (
    <DatePicker
      allowClear={false}
      showTime={{ format: 'HH:mm' }}
      format="MM-DD HH:mm"
      value={value ? dayjs(value, wire) : null}
      onChange={(time) => {
        if (time && !Array.isArray(time)) onChange(time.second(0).format(wire))
      }}
    />
  )
}
