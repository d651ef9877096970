import { CronError } from './cron-error.ts'
import { cronBounds, numberOfName, type CronUnit } from './units.ts'

/** What a list may hold: `*`, `3`, `1-5`, `1-5/2`, `1/5`, `*` + `/5` (a loop from nowhere). */
export type CronTerm =
  | { readonly mode: 'every' }
  | { readonly mode: 'specify'; readonly values: readonly number[] }
  | { readonly mode: 'range'; readonly from: number; readonly to: number; readonly step: number }
  | { readonly mode: 'loop'; readonly from: number | null; readonly step: number }

/** One part of an expression by what it says. A range may run over the end: `22-2` is 22, 23, 0, 1, 2. */
export type CronPart =
  | CronTerm
  /** `?`: the other one of day and week says it. */
  | { readonly mode: 'unset' }
  /** Several terms of which not all are numbers. */
  | { readonly mode: 'mixed'; readonly terms: readonly CronTerm[] }
  /** `L`, `L-3`: the last day of the month, or so many days before it. */
  | { readonly mode: 'last'; readonly before: number }
  /** `LW`, `L-3W`: the workday nearest to that. */
  | { readonly mode: 'lastWorkday'; readonly before: number }
  /** `15W`: the workday nearest to a day, within its month. */
  | { readonly mode: 'workday'; readonly day: number }
  /** `6L`: the last Friday of the month. */
  | { readonly mode: 'lastOfWeekday'; readonly weekday: number }
  /** `6#3`: the third Friday of the month. */
  | { readonly mode: 'nthWeekday'; readonly weekday: number; readonly nth: number }

/**
 * Reads one part of an expression; small letters are as good as capitals. `L` as a weekday is Saturday, as in Quartz.
 * @param at where the part begins in the whole expression, for the error
 * @throws CronError
 */
export function parsePart(written: string, unit: CronUnit, at = 0): CronPart {
  const text = written.trim().toUpperCase()
  const refuse = (reason: string): never => {
    throw new CronError(reason, unit, at)
  }
  if (text === '') return refuse('不能为空，每一个都执行请填 *')
  const strange = /[^\x20-\x7e]/u.exec(text)
  if (strange) return refuse(`不认识“${strange[0]}”，请用英文输入法填写半角字符`)
  if (text === '?')
    return unit === 'day' || unit === 'week' ? { mode: 'unset' } : refuse('? 只能用于日或周，这里请填 *')
  const terms = text.split(',')
  const special =
    (unit === 'day' || unit === 'week') && terms.length === 1 ? specialOf(text, unit, refuse) : null
  if (special) return special
  if (terms.length > 1 && /[?LW#]/.test(text.replaceAll(/[A-Z]{3}/g, '')))
    return refuse('?、L、W、# 不能与其他值一起用逗号列出，请单独填写')
  const read = terms.map((term) => termOf(term, unit, refuse))
  const [first] = read
  if (first && read.length === 1) return first
  const values = read.flatMap((term) => (term.mode === 'specify' ? term.values : []))
  return values.length === read.length
    ? { mode: 'specify', values: [...new Set(values)].toSorted((one, other) => one - other) }
    : { mode: 'mixed', terms: read }
}

/** The text of a part; what it parses to is the part again. */
export function composePart(part: CronPart): string {
  switch (part.mode) {
    case 'unset':
      return '?'
    case 'every':
      return '*'
    case 'specify':
      return part.values.join(',')
    case 'range':
      return `${part.from}-${part.to}${part.step === 1 ? '' : `/${part.step}`}`
    case 'loop':
      return `${part.from ?? '*'}/${part.step}`
    case 'mixed':
      return part.terms.map(composePart).join(',')
    case 'last':
      return part.before === 0 ? 'L' : `L-${part.before}`
    case 'lastWorkday':
      return part.before === 0 ? 'LW' : `L-${part.before}W`
    case 'workday':
      return `${part.day}W`
    case 'lastOfWeekday':
      return `${part.weekday}L`
    case 'nthWeekday':
      return `${part.weekday}#${part.nth}`
    default:
      return part satisfies never
  }
}

/** The numbers that a term or a list of them stands for, ascending; null for a part that needs a calendar, and for `?`. */
export function numbersOf(part: CronPart, unit: CronUnit): readonly number[] | null {
  const { min, max } = cronBounds[unit]
  switch (part.mode) {
    case 'every':
      return steps(min, max, 1)
    case 'specify':
      return part.values
    case 'loop':
      return steps(part.from ?? min, max, part.step)
    case 'range': {
      const size = max - min + 1
      const end = part.to < part.from ? part.to + size : part.to
      return steps(part.from, end, part.step)
        .map((value) => ((value - min) % size) + min)
        .toSorted((one, other) => one - other)
    }
    case 'mixed':
      return [...new Set(part.terms.flatMap((term) => numbersOf(term, unit) ?? []))].toSorted(
        (one, other) => one - other,
      )
    default:
      return null
  }
}

const steps = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, n) => from + n * step)

type Refuse = (reason: string) => never

/** What only days and weekdays know: L, W and #. */
function specialOf(text: string, unit: 'day' | 'week', refuse: Refuse): CronPart | null {
  if (unit === 'day') {
    const [last, before = '0', work] = /^L(?:-(\d+))?(W)?$/.exec(text) ?? []
    if (last !== undefined) {
      if (Number(before) > 30) refuse(`L-${before} 超出范围，月底前最多 30 天`)
      return { mode: work ? 'lastWorkday' : 'last', before: Number(before) }
    }
    const [, day] = /^(\d+)W$/.exec(text) ?? []
    return day === undefined ? null : { mode: 'workday', day: numberOf(day, unit, refuse) }
  }
  if (text === 'L') return { mode: 'specify', values: [7] }
  const [, weekday, sign, nth = ''] = /^(\d+|[A-Z]{3})(?:(L)|#(\d*))$/.exec(text) ?? []
  if (weekday === undefined) return null
  if (sign) return { mode: 'lastOfWeekday', weekday: numberOf(weekday, unit, refuse) }
  if (!/^[1-5]$/.test(nth)) refuse('# 后请填 1 到 5，例如 6#3 是第三个周五')
  return { mode: 'nthWeekday', weekday: numberOf(weekday, unit, refuse), nth: Number(nth) }
}

function termOf(text: string, unit: CronUnit, refuse: Refuse): CronTerm {
  if (text === '') return refuse('逗号旁边缺少值，请补上或删去多余的逗号')
  const [matched, head = '', from, to, stepText] =
    /^(\*|(\d+|[A-Z]+)(?:-(\d+|[A-Z]+))?)?(?:\/(\d+))?$/.exec(text) ?? []
  if (matched === undefined || (head === '' && stepText === undefined))
    return refuse(`看不懂“${shortened(text)}”，${exampleOf(unit)}`)
  const isNamed = (end: string | undefined) => end !== undefined && /^[A-Z]/.test(end)
  const step = stepText === undefined ? null : stepOf(stepText, unit, refuse)
  if (from === undefined) return step === null ? { mode: 'every' } : { mode: 'loop', from: null, step }
  const start = numberOf(from, unit, refuse)
  // Quartz takes such a step and then does as if it were not there.
  if (step !== null && isNamed(from)) return refuse(`“${text}”的间隔只能接在数字后，请把名称换成数字`)
  if (to === undefined)
    return step === null ? { mode: 'specify', values: [start] } : { mode: 'loop', from: start, step }
  if (isNamed(from) !== isNamed(to)) return refuse(`“${text}”一端是数字、一端是名称，请统一成一种写法`)
  const end = numberOf(to, unit, refuse)
  if (unit === 'year' && end < start) return refuse(`起始年 ${start} 晚于结束年 ${end}，请对调`)
  return { mode: 'range', from: start, to: end, step: step ?? 1 }
}

function numberOf(text: string, unit: CronUnit, refuse: Refuse): number {
  const { min, max } = cronBounds[unit]
  if (!/^\d/.test(text))
    return numberOfName(text, unit) ?? refuse(`不认识“${shortened(text)}”，${exampleOf(unit)}`)
  const value = Number(text)
  return value < min || value > max ? refuse(`${shortened(text)} 超出范围，请填 ${min} 到 ${max}`) : value
}

function stepOf(text: string, unit: CronUnit, refuse: Refuse): number {
  const { maxStep } = cronBounds[unit]
  const step = Number(text)
  return step < 1 || step > maxStep ? refuse(`间隔 ${shortened(text)} 超出范围，请填 1 到 ${maxStep}`) : step
}

const shortened = (text: string): string => (text.length > 12 ? `${text.slice(0, 12)}…` : text)

function exampleOf(unit: CronUnit): string {
  if (unit === 'day') return '请参照 *、1-15、1,15、1/5、15W、L、L-3、LW 填写'
  if (unit === 'week') return '请参照 2-6、MON-FRI、1,7、6L、6#3 填写（1 是周日，7 是周六）'
  if (unit === 'month') return '请参照 *、1-6、1,7、JAN、1/3 填写'
  return unit === 'year' ? '请参照 *、2027、2027-2030、2027/2 填写' : '请参照 *、5、1-5、1,5、0/5 填写'
}
