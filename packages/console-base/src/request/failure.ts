import { noLongerHis, notFound, type Envelope, type RuleResult } from '@suoan/contract'

/** The answer to who comes second: somebody else has changed it meanwhile (LO-4090). */
export const staleCode = 4090

/** The answer of a call that the person has no permission for; its status is 200 like that of any refusal. */
const forbiddenCode = 510

/** Why a call did not answer with a success; the catalogue decides what the person sees. */
export type FailureKind =
  /** HTTP 200 and `success: false`: the message is for the person, the caller shows it. */
  'business' | 'forbidden' | 'notFound' | 'timeout' | 'offline' | 'expired' | 'server' | 'aborted'

/** Thrown by every call that has no result to give. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure'
  readonly kind: FailureKind
  readonly status: number
  readonly envelope: Envelope | null
  /** True when the catalogue has already told the person; the caller then stays quiet. */
  shown = false

  constructor(kind: FailureKind, message: string, status = 0, envelope: Envelope | null = null) {
    super(message)
    this.kind = kind
    this.status = status
    this.envelope = envelope
  }

  get code(): number {
    return this.envelope?.code ?? this.status
  }
}

/** Is it the answer to somebody who had this before him and has handed it over? Its words say to whom. */
export const isHandedOver = (error: unknown): boolean =>
  error instanceof RequestFailure && error.kind === 'business' && error.code === noLongerHis.code

/** Is it the answer to somebody who lacks the permission for the call? */
export const isForbidden = (error: unknown): boolean =>
  error instanceof RequestFailure &&
  (error.kind === 'forbidden' || (error.kind === 'business' && error.code === forbiddenCode))

/** Does the answer say that there is nothing, or nothing for him? Then what he was shown of it before is no longer so. */
export const isWithheld = (error: unknown): boolean =>
  isForbidden(error) ||
  (error instanceof RequestFailure && error.kind === 'business' && error.message === notFound.text) ||
  isHandedOver(error)

/** The text to show for anything thrown; unknown errors get one sentence that says what to do. */
export function failureText(error: unknown): string {
  if (error instanceof RequestFailure) return error.message
  return '页面出现异常，请刷新后重试；若仍出现请联系管理员'
}

/** The rules that refused, with their evidence, when the server sent them (`result.rules`). */
export function refusedRules(error: unknown): RuleResult[] {
  if (!(error instanceof RequestFailure)) return []
  const result = error.envelope?.result
  if (typeof result !== 'object' || result === null || !('rules' in result)) return []
  return Array.isArray(result.rules) ? result.rules.filter(isRuleResult) : []
}

function isRuleResult(value: unknown): value is RuleResult {
  return typeof value === 'object' && value !== null && 'id' in value && 'pass' in value && 'text' in value
}
