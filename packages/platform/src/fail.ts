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

/** Throws with a text of the error catalogue, e.g. `throw fail('DUPLICATE_FIELD', { label: '职务编码', value })`. */
export function fail(
  errorCode: ErrorCode,
  data: Readonly<Record<string, string | number>> = {},
  result: unknown = null,
): AppError {
  return new AppError(errorCode, data, result)
}

/** Rows that somebody asked for and did not find, by the description of their table. */
interface Unseen {
  readonly table: string
  readonly softDeleted: boolean
  readonly ids: readonly string[]
}
const unseen = new WeakMap<Error, Unseen>()

/**
 * `NOT_FOUND` for rows that the caller may not see or that are not there: he is not told which it was. Where they are
 * there, the refusal is noted as one for want of a right (`http/refusal-log.ts`).
 */
export function failUnseen(
  resource: { readonly table: string; readonly traits: { readonly softDeleted: boolean } },
  ids: readonly string[],
): AppError {
  const error = fail('NOT_FOUND')
  unseen.set(error, { table: resource.table, softDeleted: resource.traits.softDeleted, ids })
  return error
}

/** What a refusal hid, if it was one by `failUnseen`. */
export const unseenOf = (error: Error): Unseen | undefined => unseen.get(error)

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
