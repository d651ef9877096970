import { judgeOf } from '@suoan/kit/pattern'
import { boundWords, chosenCount } from '../../form-rules/words.ts'
import type { Column, JudgedCell, Rule } from './column.ts'

/** Why a cell is refused, in Chinese with `${title}` for the column's title, or null. */
type Check = (cell: JudgedCell, clashes: boolean) => string | null

const tickTypes: readonly string[] = ['checkbox', 'checkbox_meta', 'switch']
const numberTypes: readonly string[] = ['inputNumber', 'progress']
const listTypes: readonly string[] = ['list_multi', 'tags', 'upload', 'file', 'image']

/** What a pattern judges, or what has a length; null for what is no text. */
const textOf = (value: unknown): string | null =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
      ? String(value)
      : null

/** Whether nothing was entered. A checkbox that is not checked is an answer, whatever it is stored as. */
const isEmpty = (value: unknown, type: string): boolean => {
  if (tickTypes.includes(type)) return false
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.length === 0
  return value === null || value === undefined || Number.isNaN(value)
}

const isUnique = (rule: Rule): boolean =>
  rule.unique === true || rule.pattern === 'only' || rule.pattern === 'unique'

/** `*` means "not empty"; asked of filled cells alone it could never fail. */
const isRequiredBy = (rule: Rule): boolean => rule.required === true || rule.pattern === '*'

/** What `min` and `max` of a rule bound: the size of a number, how many are chosen, or the length of a text. */
function measureOf({ type, multi, separator }: Column) {
  if (numberTypes.includes(type))
    return {
      of: (value: unknown): number => Number(textOf(value) ?? NaN),
      tooLittle: (least: number) => `不能小于${least}`,
      tooMuch: (most: number) => `不能大于${most}`,
    }
  if (multi || listTypes.includes(type))
    return {
      of: (value: unknown): number =>
        Array.isArray(value) || textOf(value) !== null ? chosenCount(value, separator) : 1,
      tooLittle: boundWords.tooFewChosen,
      tooMuch: boundWords.tooManyChosen,
    }
  return {
    of: (value: unknown): number => (Array.isArray(value) ? value.length : [...(textOf(value) ?? '')].length),
    tooLittle: boundWords.tooShort,
    tooMuch: boundWords.tooLong,
  }
}

function sizeCheck({ min, max, message }: Rule, column: Column): Check | null {
  if (min === undefined && max === undefined) return null
  const measure = measureOf(column)
  return ({ value }) => {
    const size = measure.of(value)
    if (Number.isNaN(size)) return message ?? '请输入数字'
    if (min !== undefined && size < min) return message ?? measure.tooLittle(min)
    return max !== undefined && size > max ? (message ?? measure.tooMuch(max)) : null
  }
}

function patternCheck({ pattern, message }: Rule): Check | null {
  if (pattern === undefined || pattern === '' || pattern === '*') return null
  const judge = judgeOf(pattern)
  if ('objection' in judge)
    return () =>
      `“\${title}”的校验规则 ${String(pattern)} 不是有效的正则表达式，无法校验，请联系管理员修改该列的校验规则`
  return ({ value }) => {
    const text = textOf(value)
    return text === null || judge.test(text) ? null : (message ?? judge.message)
  }
}

function handlerCheck({ handler, message }: Rule): Check | null {
  if (handler === undefined) return null
  return (cell) => {
    const answer = handler(cell)
    return answer === '' ? (message ?? '“${title}”不符合要求，请修改') : answer
  }
}

const uniqueCheck =
  ({ message }: Rule): Check =>
  (_, clashes) =>
    clashes ? (message ?? '“${title}”不能重复，请修改') : null

/** The questions of one rule in their order; those about what was entered are not asked of an empty cell. */
function checksOf(rule: Rule, column: Column): Check[] {
  const required: Check = ({ value }) =>
    isEmpty(value, column.type) ? (rule.message ?? '请填写“${title}”') : null
  const aboutValue = [
    sizeCheck(rule, column),
    isUnique(rule) ? uniqueCheck(rule) : null,
    rule.pattern === 'only' || rule.pattern === 'unique' ? null : patternCheck(rule),
  ].filter((check) => check !== null)
  const handler = handlerCheck(rule)
  return [
    ...(isRequiredBy(rule) ? [required] : []),
    ...aboutValue.map(
      (check): Check =>
        (cell, clashes) =>
          isEmpty(cell.value, column.type) ? null : check(cell, clashes),
    ),
    ...(handler === null ? [] : [handler]),
  ]
}

/**
 * The rules of a column as one question (spec/2-data-entry.md §5): the message of the first rule that fails, or null.
 * `clashes` says whether another row holds the same value in the column. Within a rule the order is `required`,
 * `min`/`max`, `unique`, `pattern`, `handler`; its `message` replaces the default of each but what a handler answers.
 * A stored expression that does not compile fails every filled cell and says so. `pattern: '*'` is `required`.
 * Files and other objects are no text: patterns are not asked of them.
 */
export function compileRules(column: Column): (cell: JudgedCell, clashes: boolean) => string | null {
  const checks = (column.validateRules ?? []).flatMap((rule) => checksOf(rule, column))
  return (cell, clashes) => {
    for (const check of checks) {
      const message = check(cell, clashes)
      if (message !== null) return message.replaceAll('${title}', () => column.title)
    }
    return null
  }
}

/** Whether no two rows may hold the same value in the column. */
export const hasUnique = ({ validateRules = [] }: Column): boolean => validateRules.some(isUnique)

/** Whether the column's title bears the red star (spec/5-screens.md §13.1). */
export const isRequired = ({ validateRules = [] }: Column): boolean => validateRules.some(isRequiredBy)
