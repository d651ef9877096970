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
