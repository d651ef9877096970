import { CronError } from './cron-error.ts'
import { daysOf } from './days.ts'
import { composePart, numbersOf, parsePart, type CronPart } from './part.ts'
import { cronUnits, type CronUnit } from './units.ts'

/** An expression part by part. */
export type CronParts = Readonly<Record<CronUnit, CronPart>>

/** As many as the column of a job takes. */
const longest = 255

/**
 * Reads a Quartz expression of six parts, or seven with the year: second, minute, hour, day, month, weekday.
 * Exactly one of day and weekday is `?`. A date that no year has (30 February) is refused here.
 * @throws CronError
 */
export function parseCron(expression: string): CronParts {
  if (expression.length > longest)
    throw new CronError(`表达式有 ${expression.length} 个字符，最多 ${longest} 个，请缩短`)
  const words = [...expression.matchAll(/\S+/g)]
  if (words.length === 0) throw new CronError('请输入cron表达式，例如 0 0 3 * * ? 是每天 3 点')
  if (words.length < 6 || words.length > 7)
    throw new CronError(
      `表达式有 ${words.length} 个部分，应为 6 或 7 个，以空格隔开：秒 分 时 日 月 周 年（年可省略）`,
    )
  const read = (unit: CronUnit): CronPart => {
    const word = words[cronUnits.indexOf(unit)]
    return word ? parsePart(word[0], unit, word.index) : { mode: 'every' }
  }
  const parts: CronParts = {
    second: read('second'),
    minute: read('minute'),
    hour: read('hour'),
    day: read('day'),
    month: read('month'),
    week: read('week'),
    year: read('year'),
  }
  const at = (unit: CronUnit): number => words[cronUnits.indexOf(unit)]?.index ?? 0
  if ((parts.day.mode === 'unset') === (parts.week.mode === 'unset'))
    throw new CronError(
      parts.day.mode === 'unset'
        ? '日和周不能都是 ?，请填写其中一个'
        : '日和周只能设置其中之一，请把不用的一个改为 ?',
      'week',
      at('week'),
    )
  if (!hasDate(parts, someYears))
    throw new CronError('所选月份里没有这一天，永远不会执行，请修改日或月', 'day', at('day'))
  const years = parts.year.mode === 'every' ? null : numbersOf(parts.year, 'year')
  if (years && !hasDate(parts, years))
    throw new CronError('所选年份里没有这一天，永远不会执行，请修改年或日', 'year', at('year'))
  return parts
}

/** The expression of its parts, always with the year; what it parses to are the parts again. */
export const composeCron = (parts: CronParts): string =>
  cronUnits.map((unit) => composePart(parts[unit])).join(' ')

/** Every weekday on every date, leap days included, comes about within 28 years of the same century. */
const someYears = Array.from({ length: 28 }, (_, n) => 2000 + n)

const hasDate = (parts: CronParts, years: readonly number[]): boolean =>
  years.some((year) =>
    (numbersOf(parts.month, 'month') ?? []).some((month) => daysOf(parts, year, month).length > 0),
  )
