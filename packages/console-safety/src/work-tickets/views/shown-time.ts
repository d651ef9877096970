import { shanghaiMoment, shanghaiTime } from '@suoan/kit/shanghai'

/** How 全部工作票 is shown; all but the list look at a time. */
const shows = ['list', 'calendar', 'time', 'plan'] as const
export type Show = (typeof shows)[number]
export type TimedShow = Exclude<Show, 'list'>
export type Span = 'day' | 'week' | 'month'

/** How much time each of them looks at; the first is the usual one. */
export const spansOf: Readonly<Record<TimedShow, readonly [Span, ...Span[]]>> = {
  calendar: ['month', 'week'],
  time: ['day', 'week'],
  plan: ['day', 'week'],
}

/** Parts of the address that say how the tickets are shown; the ticket that is open and the list have parts of their own. */
export const showNames = ['show', 'span', 'day', 'rows', 'plan'] as const

export interface Shown {
  readonly show: Show
  readonly span: Span
  /** Any day of the shown time, `YYYY-MM-DD`; null = today. */
  readonly day: string | null
  /** What a row of the time map is. */
  readonly rows: 'area' | 'equip'
  /** The area whose plan is drawn; null = the one that shows most. */
  readonly plan: string | null
}

/** Reads it out of an address; what does not belong there is as if it were not there. */
export function readShown(params: URLSearchParams): Shown {
  const show = shows.find((each) => each === params.get('show')) ?? 'list'
  const spans: readonly Span[] = show === 'list' ? ['month'] : spansOf[show]
  const day = params.get('day')
  return {
    show,
    span: spans.find((each) => each === params.get('span')) ?? spans[0] ?? 'month',
    day: day !== null && isDay(day) ? day : null,
    rows: params.get('rows') === 'equip' ? 'equip' : 'area',
    plan: params.get('plan'),
  }
}

/** Writes it; what is usual is left out. */
export function writeShown(shown: Shown): Readonly<Record<(typeof showNames)[number], string | null>> {
  const { show, span, day, rows, plan } = shown
  if (show === 'list') return { show: null, span: null, day: null, rows: null, plan: null }
  return {
    show,
    span: span === spansOf[show][0] ? null : span,
    day,
    rows: show === 'time' && rows === 'equip' ? rows : null,
    plan: show === 'plan' ? plan : null,
  }
}

const dayMs = 86_400_000

/** `2026-02-31` has the right form and is no day. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && text > '2000' && dayOf(shanghaiMoment(text)) === text

/** The day of a moment as the plant counts it. */
export const dayOf = (at: number): string => (Number.isNaN(at) ? '' : shanghaiTime(at).slice(0, 10))

const daysAfter = (day: string, count: number): string => dayOf(shanghaiMoment(day) + count * dayMs)

/** From Monday (0) to Sunday (6). */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
const mondayOf = (day: string): string => daysAfter(day, -weekdayOf(day))
const firstOf = (day: string): string => `${day.slice(0, 7)}-01`
/** The first day of the month so many months later. */
function monthAfter(day: string, count: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count
  return `${String(Math.floor(months / 12))}-${String((months % 12) + 1).padStart(2, '0')}-01`
}

/** The days of a span that holds `day`; a month with the whole weeks in which it begins and ends. */
export function daysOf(span: Span, day: string): string[] {
  if (span === 'day') return [day]
  const from = mondayOf(span === 'week' ? day : firstOf(day))
  const last =
    span === 'week' ? daysAfter(from, 6) : daysAfter(mondayOf(daysAfter(monthAfter(day, 1), -1)), 6)
  const count = Math.round((shanghaiMoment(last) - shanghaiMoment(from)) / dayMs) + 1
  return Array.from({ length: count }, (_, index) => daysAfter(from, index))
}

/** The same span earlier or later. */
export function spanAfter(span: Span, day: string, count: number): string {
  return span === 'month' ? monthAfter(day, count) : daysAfter(day, count * (span === 'week' ? 7 : 1))
}

/** What is asked of the server for these days: epoch ms and hours. */
export function windowOf(days: readonly string[]): { readonly from: number; readonly hours: number } {
  return { from: shanghaiMoment(days[0] ?? ''), hours: days.length * 24 }
}

const weekdays = ['一', '二', '三', '四', '五', '六', '日'] as const
export const weekdayText = (day: string): string => `周${weekdays[weekdayOf(day)] ?? ''}`

/** `2026 年 12 月`, `12 月 1 日 周二`, `11 月 30 日 – 12 月 6 日`. */
export function spanText(span: Span, day: string): string {
  if (span === 'month') return `${day.slice(0, 4)} 年 ${Number(day.slice(5, 7))} 月`
  const text = (each: string) => `${Number(each.slice(5, 7))} 月 ${Number(each.slice(8))} 日`
  if (span === 'day') return `${day.slice(0, 4)} 年 ${text(day)} ${weekdayText(day)}`
  const days = daysOf(span, day)
  return `${text(days[0] ?? day)} – ${text(days.at(-1) ?? day)}`
}
