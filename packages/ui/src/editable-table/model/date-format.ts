import type { Column } from './column.ts'

/** How dates and times are stored and shown where the column names no form of its own (spec/2-data-entry.md §9). */
const standard = { date: 'YYYY-MM-DD', datetime: 'YYYY-MM-DD HH:mm:ss', time: 'HH:mm:ss' } as const
type TimedType = keyof typeof standard

const isTimed = (type: string): type is TimedType => type in standard
const parts = /YYYY|MM|DD|HH|mm|ss/gu

/** The form of a column of dates or times, of YYYY MM DD HH mm ss and what stands between them. */
export const formatOf = ({ type, format }: Column): string =>
  format ?? (isTimed(type) ? standard[type] : standard.date)

/** A date and time in the standard form (2026-01-05 08:30:00, 2026-01-05 or 08:30:00) written in a form. */
export function inFormat(value: string, format: string): string {
  const [day, clock = '00:00:00'] = value.includes('-') ? value.split(' ') : ['', value]
  const [YYYY = '', MM = '', DD = ''] = (day ?? '').split('-')
  const [HH = '', mm = '', ss = ''] = clock.split(':')
  const digits: Readonly<Record<string, string>> = { YYYY, MM, DD, HH, mm, ss }
  return format.replaceAll(parts, (part) => digits[part] ?? '')
}

/** A text of a form in the standard one; what the form leaves out is the first day, the first minute. Null where it is not in it. */
export function fromFormat(text: string, format: string, type: TimedType): string | null {
  const names = format.match(parts) ?? []
  const expression = format
    .split(parts)
    .map((between) => between.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`))
    .reduce((whole, between, index) => `${whole}(\\d{${names[index - 1] === 'YYYY' ? 4 : '1,2'}})${between}`)
  const found = new RegExp(`^${expression}$`, 'u').exec(text.trim())
  if (!found) return null
  const digits = new Map(names.map((name, index) => [name, found[index + 1] ?? '']))
  const two = (name: string, otherwise: string) => (digits.get(name) ?? otherwise).padStart(2, '0')
  const clock = `${two('HH', '00')}:${two('mm', '00')}:${two('ss', '00')}`
  if (type === 'time') return clock
  const day = `${digits.get('YYYY') ?? ''}-${two('MM', '01')}-${two('DD', '01')}`
  return type === 'date' ? day : `${day} ${clock}`
}
