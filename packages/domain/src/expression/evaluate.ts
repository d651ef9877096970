import { namesIn, parseExpression, walkNames } from './parse.ts'
import {
  caught,
  Mistake,
  type CompareOperator,
  type Expression,
  type ExpressionContext,
  type ExpressionError,
  type ExpressionValue,
} from './syntax.ts'

/**
 * `value` null = unknown: some value it depends on is not known (Kleene's three-valued logic, so `!unknown` stays
 * unknown and `true || unknown` is true). Whoever gates something on it treats null as not satisfied.
 */
export type Outcome =
  | { ok: true; value: boolean | null; unknown: readonly string[] }
  | { ok: false; error: ExpressionError }

/** The outcome of a text: parsed, then evaluated. */
export function evaluateText(text: string, context: ExpressionContext): Outcome {
  const parsed = parseExpression(text)
  return parsed.ok ? evaluate(parsed.expression, context) : parsed
}

/**
 * The outcome of an expression over values by name; a mistake is a value, nothing is thrown. A name that is not in the context is an error, never false, and so
 * is a comparison of different kinds; every part is looked at, so a mistake cannot hide behind `||`.
 */
export function evaluate(expression: Expression, context: ExpressionContext): Outcome {
  const result = caught(() => {
    for (const { name, at } of walkNames(expression)) {
      if (!context.has(name)) throw new Mistake(at, `没有名为“${name}”的项目`)
    }
    return truthOf(expression, context)
  })
  if (!result.ok) return result
  const unknown = namesIn(expression).filter((name) => context.get(name) === null)
  return { ok: true, value: result.value, unknown }
}

/** Checks a text against the names (and, where given, sample values) it may use; null = fine. */
export function expressionMistake(text: string, context: ExpressionContext): ExpressionError | null {
  const outcome = evaluateText(text, context)
  return outcome.ok ? null : outcome.error
}

function truthOf(expression: Expression, context: ExpressionContext): boolean | null {
  switch (expression.kind) {
    case 'not': {
      const operand = truthOf(expression.operand, context)
      return operand === null ? null : !operand
    }
    case 'all':
      return combined(expression.operands, context, false)
    case 'any':
      return combined(expression.operands, context, true)
    case 'compare':
      return compared(expression, context)
    case 'in':
      return contained(expression, context)
    case 'literal':
    case 'name': {
      const value = valueOf(expression, context)
      if (value === null || typeof value === 'boolean') return value
      throw new Mistake(expression.at, `${said(expression)}不是真假值，须与某个值比较`)
    }
    default:
      return expression satisfies never
  }
}

/** `&&` is decided by the first false, `||` by the first true; otherwise anything unknown leaves it unknown. */
function combined(
  operands: readonly Expression[],
  context: ExpressionContext,
  decisive: boolean,
): boolean | null {
  const truths = operands.map((operand) => truthOf(operand, context))
  if (truths.includes(decisive)) return decisive
  return truths.includes(null) ? null : !decisive
}

function valueOf(expression: Expression, context: ExpressionContext): ExpressionValue {
  if (expression.kind === 'literal') return expression.value
  if (expression.kind === 'name') return context.get(expression.name) ?? null
  return truthOf(expression, context)
}

function compared(
  { operator, left, right, at }: Expression & { kind: 'compare' },
  context: ExpressionContext,
): boolean | null {
  const [a, b] = [single(left, context), single(right, context)]
  if (a === null || b === null) return null
  if (typeof a !== typeof b) throw new Mistake(at, `“${operator}”两边的种类不同：${kindOf(a)}与${kindOf(b)}`)
  if (operator === '==') return a === b
  if (operator === '!=') return a !== b
  if (typeof a !== 'number' || typeof b !== 'number') throw new Mistake(at, `“${operator}”只能比较数字`)
  return order[operator](a, b)
}

const order: Readonly<Record<Exclude<CompareOperator, '==' | '!='>, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

function contained(
  { left, list, at }: Expression & { kind: 'in' },
  context: ExpressionContext,
): boolean | null {
  const value = single(left, context)
  const values = 'kind' in list ? listOf(list, context) : list
  if (value === null || values === null) return null
  if (typeof value === 'boolean') throw new Mistake(at, '“in”前面须为数字或文字')
  const other = values.find((each) => typeof each !== typeof value)
  if (other !== undefined) throw new Mistake(at, `“in”两边的种类不同：${kindOf(value)}与${kindOf(other)}`)
  return values.includes(value)
}

function listOf(expression: Expression, context: ExpressionContext): readonly (number | string)[] | null {
  const value = valueOf(expression, context)
  if (value === null || isList(value)) return value
  throw new Mistake(expression.at, `${said(expression)}不是列表`)
}

function single(expression: Expression, context: ExpressionContext): boolean | number | string | null {
  const value = valueOf(expression, context)
  if (!isList(value)) return value
  throw new Mistake(expression.at, `${said(expression)}是列表，请写“值 in ${said(expression)}”`)
}

function isList(value: ExpressionValue): value is readonly (number | string)[] {
  return Array.isArray(value)
}

function kindOf(value: boolean | number | string): string {
  if (typeof value === 'number') return '数字'
  return typeof value === 'string' ? '文字' : '真假值'
}

function said(expression: Expression): string {
  if (expression.kind === 'name') return `“${expression.name}”`
  return expression.kind === 'literal' ? `“${expression.value}”` : '该部分'
}
