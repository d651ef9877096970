import { DatePicker } from 'antd'
import dayjs from 'dayjs'

const wire = 'YYYY-MM-DD HH:mm:ss'

interface Props {
  readonly value: string
  readonly label: string
  onChange(value: string): void
}

/** A moment to the minute, in wire form. */
export function TimeInput({ value, label, onChange }: Props) {
  return (
    <DatePicker
      aria-label={label}
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
