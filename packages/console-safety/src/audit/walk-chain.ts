import { auditEndpoints, type ChainReport } from '@suoan/contract'
import { isLogKind, type ChainKind } from '@suoan/domain/evidence-chain'
import { call } from '@suoan/console-base/request/call.ts'

/** Rows of one call: short enough to show progress and to stop at once. */
const PART = 50_000
/** Links of a log hold up to a thousand rows each. */
const LOG_PART = 500

export interface ChainChoice {
  readonly kind: ChainKind
  readonly id: string
}

/**
 * Walks a chain in parts and tells after each how far it is (0 … 1); the last part also compares the end of the chain.
 * Stops at the first break. Ends with the abort error when `signal` fires.
 */
export async function walkChain(
  choice: ChainChoice,
  signal: AbortSignal,
  onProgress: (share: number, checked: number) => void,
  part = isLogKind(choice.kind) ? LOG_PART : PART,
): Promise<ChainReport> {
  const ask = (range: { from?: number; to?: number }) =>
    call(auditEndpoints.verify, { ...choice, ...range }, { signal, quiet: true })
  const first = await ask({ from: 1, to: 1 })
  if (!first.ok) return first
  let checked = 0
  for (let from = 1; ; from += part) {
    const isLast = from + part > first.headSeq
    const report = await ask(isLast ? { from } : { from, to: from + part - 1 })
    checked += report.checked
    onProgress(isLast ? 1 : (from + part - 1) / first.headSeq, checked)
    if (isLast || !report.ok) return { ...report, checked }
  }
}
