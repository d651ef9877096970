import { parseCron, type CronParts } from './parse.ts'
import { numbersOf, type CronPart, type CronTerm } from './part.ts'

/**
 * What an expression means, in Chinese, e.g. 每周一到周五，8 时到 18 时，从第 0 分起每 5 分钟执行.
 * @throws CronError
 */
export function describeCron(expression: string): string {
  const parts = parseCron(expression)
  const sentence = `${datesOf(parts)}${timesOf(parts)}执行`
  return sentence.replaceAll(/(?<=\p{Script=Han})(?=\d)|(?<=\d)(?=\p{Script=Han})/gu, ' ')
}

const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六']
const nths = ['一', '二', '三', '四', '五']

const weekday = (number: number): string => weekdays[number - 1] ?? ''

function datesOf(parts: CronParts): string {
  const { day, week, month, year } = parts
  const years = year.mode === 'every' ? '' : terms(year, { one: (n) => `${n}年`, many: '年' })
  const months = month.mode === 'every' ? '' : terms(month, { one: (n) => `${n}月`, many: '个月' })
  const within = months === '' ? years : `${years === '' ? '每年' : `${years}的`}${months}`
  const isDaily = day.mode === 'every' || week.mode === 'every'
  if (isDaily) return within === '' ? '每天' : `${within}的每天`
  const isWeekly = day.mode === 'unset' && week.mode !== 'lastOfWeekday' && week.mode !== 'nthWeekday'
  const days = day.mode === 'unset' ? daysOfWeek(week) : daysOfMonth(day)
  if (isWeekly) return within === '' ? `每${days}` : `${within}的每${days}`
  return `${months === '' ? `${years}每月` : within}的${days}`
}

function daysOfMonth(day: CronPart): string {
  switch (day.mode) {
    case 'last':
      return day.before === 0 ? '最后一天' : `最后一天之前${day.before}天`
    case 'lastWorkday':
      return day.before === 0 ? '最后一个工作日' : `离最后一天之前${day.before}天最近的工作日`
    case 'workday':
      return `离${day.day}日最近的工作日`
    default:
      return terms(day, { one: (n) => `${n}日`, many: '天' })
  }
}

function daysOfWeek(week: CronPart): string {
  if (week.mode === 'lastOfWeekday') return `最后一个${weekday(week.weekday)}`
  if (week.mode === 'nthWeekday') return `第${nths[week.nth - 1] ?? ''}个${weekday(week.weekday)}`
  if (week.mode === 'range' && week.step === 1) return `${weekday(week.from)}到${weekday(week.to)}`
  return (numbersOf(week, 'week') ?? []).map(weekday).join('、')
}

/** More moments of a day than this are not listed one by one. */
const listed = 6

function timesOf({ second, minute, hour }: CronParts): string {
  const listOf = (part: CronPart) => (part.mode === 'specify' ? part.values : [])
  const moments = listOf(hour).flatMap((h) =>
    listOf(minute).flatMap((m) => listOf(second).map((s) => [h, m, s])),
  )
  if (moments.length > 0 && moments.length <= listed)
    return ` ${moments.map((one) => one.map((n) => String(n).padStart(2, '0')).join(':')).join('、')}`
  const isEvery = (part: CronPart) => part.mode === 'every'
  const hours = isEvery(hour) ? '' : `，${terms(hour, { one: (n) => `${n}时`, many: '小时' })}`
  const minutes = isEvery(minute) ? '每分钟' : terms(minute, { one: (n) => `第${n}分`, many: '分钟' })
  if (isEvery(minute) && isEvery(second)) return `${hours}，每秒`
  const seconds = isEvery(second) ? '，每秒' : `，${terms(second, { one: (n) => `第${n}秒`, many: '秒' })}`
  const isWhole = second.mode === 'specify' && second.values.length === 1 && second.values[0] === 0
  const eachHour = isEvery(hour) && !isEvery(minute) ? '每小时' : ''
  return `${hours}，${eachHour}${minutes}${isWhole ? '' : seconds}`
}

interface Wording {
  readonly one: (value: number) => string
  /** The unit after a count: every 5 of them. */
  readonly many: string
}

function terms(part: CronPart, wording: Wording): string {
  if (part.mode === 'mixed') return part.terms.map((each) => term(each, wording)).join('、')
  return part.mode === 'every' || part.mode === 'specify' || part.mode === 'range' || part.mode === 'loop'
    ? term(part, wording)
    : ''
}

function term(each: CronTerm, { one, many }: Wording): string {
  switch (each.mode) {
    case 'every':
      return `每1${many}`
    case 'specify':
      return each.values.map(one).join('、')
    case 'range':
      return `${one(each.from)}到${one(each.to)}${each.step === 1 ? '' : `每${each.step}${many}`}`
    case 'loop':
      return `${each.from === null ? '' : `从${one(each.from)}起`}每${each.step}${many}`
    default:
      return each satisfies never
  }
}
