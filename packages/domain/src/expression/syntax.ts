/** What a name may stand for. `null` = the name is known and its value is not: every comparison with it is unknown. */
export type ExpressionValue = boolean | number | string | readonly (number | string)[] | null

/** Values by name. A Map, so that no name can reach into a prototype. */
export type ExpressionContext = ReadonlyMap<string, ExpressionValue>

export type CompareOperator = '==' | '!=' | '<' | '<=' | '>' | '>='

/** `at` is the position of the part's first character, counted from 1, for errors a person can find. */
export type Expression =
  | { kind: 'literal'; value: boolean | number | string; at: number }
  | { kind: 'name'; name: string; at: number }
  | { kind: 'not'; operand: Expression; at: number }
  | { kind: 'all' | 'any'; operands: readonly Expression[]; at: number }
  | { kind: 'compare'; operator: CompareOperator; left: Expression; right: Expression; at: number }
  | { kind: 'in'; left: Expression; list: Expression | readonly (number | string)[]; at: number }

/** Why a text is not an expression, or an expression has no answer. Chinese; `at` counts characters from 1. */
export interface ExpressionError {
  at: number
  message: string
}

/** Longest text accepted; the columns that hold expressions are shorter or equal. */
export const maxLength = 500
/** Deepest nesting of parentheses and `!`. */
export const maxDepth = 32

/** Internal: carries the place of a mistake out of the parser or the evaluator; never leaves this folder. */
export class Mistake extends Error {
  override name = 'Mistake'
  readonly at: number
  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

/** Runs a step and turns its `Mistake` into a value: `第 5 个字符：缺少右括号“)”`. Throws on whatever else the step throws. */
export function caught<T>(step: () => T): { ok: true; value: T } | { ok: false; error: ExpressionError } {
  try {
    return { ok: true, value: step() }
  } catch (error) {
    if (error instanceof Mistake) {
      return { ok: false, error: { at: error.at, message: `第 ${error.at} 个字符：${error.message}` } }
    }
    throw error
  }
}
