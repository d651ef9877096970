import { shanghaiMoment, shanghaiTime } from '@suoan/kit/shanghai'
import { day, hour } from '../verdict/index.ts'

/** Months and days of the Chinese calendar, of a day in Shanghai. */
const lunar = new Intl.DateTimeFormat('en-u-ca-chinese', {
  timeZone: 'Asia/Shanghai',
  month: 'numeric',
  day: 'numeric',
})
/** Days of the solar calendar that are holidays by law (全国年节及纪念日放假办法). */
const solarHolidays: Readonly<Record<string, string>> = {
  '01-01': '元旦',
  '05-01': '劳动节',
  '05-02': '劳动节',
  '10-01': '国庆节',
  '10-02': '国庆节',
  '10-03': '国庆节',
}
const lunarHolidays: Readonly<Record<string, string>> = {
  '1/1': '春节',
  '1/2': '春节',
  '1/3': '春节',
  '5/5': '端午节',
  '8/15': '中秋节',
}

/** `2026-02-17` → `1/1`; `1bis/1` in a leap month. */
function lunarDay(at: number): string {
  const parts = lunar.formatToParts(at)
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('month')}/${of('day')}`
}

/** Pure brightness (清明) falls on this day of April, 2000 to 2099. */
function qingming(year: number): string {
  const years = year - 2000
  return `04-0${Math.floor(years * 0.2422 + 4.81) - Math.floor(years / 4)}`
}

/**
 * What a day in Shanghai (`2026-10-01`) is, when it is no working day: a holiday by law, one of the plant's own days, or
 * a weekend; null on a working day. A weekend that is worked instead of another day is a weekend all the same.
 */
export function restDayName(date: string, own: readonly string[] = []): string | null {
  const noon = shanghaiMoment(date) + 12 * hour
  const monthDay = date.slice(5)
  const holiday =
    solarHolidays[monthDay] ??
    (monthDay === qingming(Number(date.slice(0, 4))) ? '清明节' : undefined) ??
    lunarHolidays[lunarDay(noon)] ??
    (lunarDay(noon + day) === '1/1' ? '除夕' : undefined)
  if (holiday !== undefined) return holiday
  if (own.includes(date)) return '节假日'
  // Noon in Shanghai is the same day in UTC.
  return [0, 6].includes(new Date(noon).getUTCDay()) ? '公休日' : null
}

/**
 * The days in Shanghai that a window (epoch ms, half-open) touches, first to last, one at a time: windows are written by
 * people, and one of a thousand years must not be walked to its end.
 */
export function* daysOf(from: number, to: number): Generator<string, void> {
  for (let at = shanghaiMoment(shanghaiTime(from).slice(0, 10)); at < to; at += day)
    yield shanghaiTime(at).slice(0, 10)
}
