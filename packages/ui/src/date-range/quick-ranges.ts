import dayjs, { type Dayjs } from 'dayjs'

export interface QuickRange {
  readonly label: string
  readonly value: [Dayjs, Dayjs]
}

/** Ranges that are chosen by one press, each from the beginning of its first day to the end of its last. A week begins on Monday. */
export function quickRanges(now: Dayjs): QuickRange[] {
  const monday = now.subtract((now.day() + 6) % 7, 'day')
  const lastMonth = now.subtract(1, 'month')
  const days = (label: string, from: Dayjs, to: Dayjs): QuickRange => ({
    label,
    value: [from.startOf('day'), to.endOf('day')],
  })
  return [
    days('今天', now, now),
    days('昨天', now.subtract(1, 'day'), now.subtract(1, 'day')),
    days('最近7天', now.subtract(6, 'day'), now),
    days('最近30天', now.subtract(29, 'day'), now),
    days('本周', monday, monday.add(6, 'day')),
    days('本月', now.startOf('month'), now.endOf('month')),
    days('上月', lastMonth.startOf('month'), lastMonth.endOf('month')),
  ]
}

/** A day as it is stored, read back; null for what is none. */
export function momentOf(text: string | null | undefined): Dayjs | null {
  if (!text) return null
  const moment = dayjs(text)
  return moment.isValid() ? moment : null
}
