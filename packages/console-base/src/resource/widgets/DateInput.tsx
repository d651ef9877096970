import { DatePicker } from 'antd'
import type { Dayjs } from 'dayjs'
import { emptyHint } from './empty-hint.ts'

interface Props {
  readonly withTime: boolean
  readonly disabled: boolean
  readonly placeholder?: string
  readonly value?: Dayjs
  readonly onChange?: (value: Dayjs | null) => void
  readonly id?: string
}

/** A date, or a date with its time. */
export function DateInput({ withTime, value, ...input }: Props) {
  return (
    <DatePicker
      {...(input.disabled ? { placeholder: emptyHint('', true) } : {})}
      {...input}
      className="full"
      showTime={withTime}
      value={value ?? null}
    />
  )
}
