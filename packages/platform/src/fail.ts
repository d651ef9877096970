import { errorTable, type ErrorCode, type RuleResult } from '@suoan/contract'

/** A refusal on its way to the envelope; the only error class whose text reaches a client. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly errorCode: ErrorCode
  readonly data: Readonly<Record<string, string | number>>
  /** What `result` carries beside the message: rules with evidence, the difference of a stale write. */
  readonly result: unknown

  constructor(
    errorCode: ErrorCode,
    data: Readonly<Record<string, string | number>> = {},
    result: unknown = null,
  ) {
    super(fillIn(errorTable[errorCode].text, data))
    this.errorCode = errorCode
    this.data = data
    this.result = result
  }
}

/**
 * Throws with a text of the error catalogue, e.g. `throw fail('DUPLICATE_FIELD', { label: '职务编码', value })`. “Not
 * found” is said by `failUnseen` and `failAbsent` only: whoever says it must know whether it may hide a row.
 */
export function fail(
  errorCode: Exclude<ErrorCode, 'NOT_FOUND'>,
  data: Readonly<Record<string, string | number>> = {},
  result: unknown = null,
): AppError {
  return new AppError(errorCode, data, result)
}

/** A table and the column by which its rows were asked for. */
type Place = readonly [table: string, by: string]

/** Rows that somebody asked for and did not find: those with one of the values in one of the places. */
interface Unseen {
  readonly places: readonly Place[]
  readonly values: readonly string[]
}
const unseen = new WeakMap<Error, Unseen>()

/**
 * `NOT_FOUND` for rows that the caller may not see or that are not there: he is not told which it was. Where they are
 * there, the refusal is noted as one for want of a right (`http/refusal-log.ts`). `where` is the table whose ids were
 * asked for, or tables and columns of ours.
 */
export function failUnseen(
  where: string | readonly Place[],
  values: readonly string[],
  errorCode: 'NOT_FOUND' | 'PATH_UNKNOWN' = 'NOT_FOUND',
): AppError {
  const error = new AppError(errorCode)
  unseen.set(error, { places: typeof where === 'string' ? [[where, 'id']] : where, values })
  return error
}

/** `NOT_FOUND` where no row of anybody can be hidden: what was asked for is no row, or everybody may see them all. */
export const failAbsent = (): AppError => new AppError('NOT_FOUND')

/** What a refusal hid, if it was one by `failUnseen`. */
export const unseenOf = (error: Error): Unseen | undefined => unseen.get(error)

/** What is wrong with one field of a row; the text is a sentence that names the field by its label. */
export interface FieldProblem {
  readonly field: string
  readonly text: string
}
const concerned = new WeakMap<Error, readonly string[]>()

/** `BAD_INPUT` with the texts as one message; an import marks the cells of the fields. */
export function failFields(problems: readonly FieldProblem[]): AppError {
  return aboutFields(
    fail('BAD_INPUT', { detail: problems.map(({ text }) => text).join('；') }),
    problems.map(({ field }) => field),
  )
}

/** The same refusal, remembered as one about these fields. */
export function aboutFields(error: AppError, fields: readonly string[]): AppError {
  concerned.set(error, fields)
  return error
}

/** The fields that a refusal is about; empty where it is about none or does not say. */
export const fieldsOf = (error: Error): readonly string[] => concerned.get(error) ?? []

/** A refusal by rules (guards, interlock): its own envelope code such as `LO-4203`, every rule in `result`. */
export class RuleRefusal extends Error {
  override readonly name = 'RuleRefusal'
  readonly ruleCode: string
  readonly rules: readonly RuleResult[]
  readonly extra: Readonly<Record<string, unknown>>

  constructor(
    ruleCode: string,
    message: string,
    rules: readonly RuleResult[],
    extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
    this.ruleCode = ruleCode
    this.rules = rules
    this.extra = extra
  }
}

function fillIn(template: string, data: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(data[name] ?? ''))
}
