import type { OpenAnswer } from '@suoan/contract'
import { RequestFailure } from '@suoan/console-base/request/failure.ts'

/**
 * A denied opening travels as a business failure with the whole decision in it, and so does one that was allowed but
 * could not be sent; null for any other failure.
 */
export function refusedAnswer(error: unknown): OpenAnswer | null {
  if (!(error instanceof RequestFailure) || error.kind !== 'business') return null
  const result = error.envelope?.result
  if (typeof result !== 'object' || result === null || !('rules' in result) || !Array.isArray(result.rules))
    return null
  const fields = result as Partial<OpenAnswer>
  return {
    decisionId: fields.decisionId ?? '',
    allow: fields.allow === true,
    leg: fields.leg ?? null,
    rules: fields.rules ?? [],
    fix: Array.isArray(fields.fix) ? fields.fix : [],
    changes: Array.isArray(fields.changes) ? fields.changes : [],
    never: fields.never ?? null,
    cmdId: null,
    cmdStatus: null,
  }
}
