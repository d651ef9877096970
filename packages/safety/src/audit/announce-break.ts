import { isLogKind, type ChainKind } from '@suoan/domain/evidence-chain'
import type { Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'

/** What does not hold: a chain of a ticket, a lock or its decisions, of a log, or the anchors of a tenant. */
export interface Broken {
  readonly kind: ChainKind | 'anchor'
  readonly subjectId: string
  /** The number people know it by. */
  readonly label: string
}

/** A break, whoever finds it, is an alarm (A11); the decisions about a lock are that lock's. */
export async function announceBreak(ctx: Context, tenantId: number, broken: Broken): Promise<void> {
  const { kind, subjectId: id, label } = broken
  await inTransaction(ctx, async (_, emit) =>
    emit('chain.broken', {
      tenantId,
      kind: kind === 'decision' ? 'lock' : isLogKind(kind) ? 'log' : kind,
      id,
      label,
    }),
  )
}
