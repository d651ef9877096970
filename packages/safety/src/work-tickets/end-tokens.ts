import type { Effect } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { scheduleTimer } from '@suoan/platform/timers'
import { dispatch, raiseEpochs } from '../locks/index.ts'
import { mustAcknowledge } from '../must-acknowledge.ts'
import type { Done } from './ticket-command.ts'

/** `lo_grant_token.status`. */
export const tokenStatus = { issued: 0, used: 2, revoked: 4 } as const

/** What takes a permission away while the phase stays. */
const takesAway: ReadonlySet<Effect['do']> = new Set([
  'grants.suspend',
  'grants.revoke',
  'crew.remove',
  'role.switch',
  'person.mustAck',
  'handover.set',
])

/**
 * Ends offline tokens that a transition takes the ground from (3-domain.md §5.8): those of another phase than the ticket is in
 * now, of people who are no longer named on it or who have yet to acknowledge that their lock was removed. They are refused
 * by the server from the commit on; the locks hear it by a higher epoch.
 */
export async function endTokens(
  { tx, work, after, now }: Pick<Done, 'tx' | 'work' | 'after' | 'now'>,
  hasEntered: boolean,
  effects: readonly Effect[],
): Promise<void> {
  if (!hasEntered && !effects.some((effect) => takesAway.has(effect.do))) return
  const { rows } = await sql<{ lockIds: string[] }>`
    update lo_grant_token t set status = ${tokenStatus.revoked}
    where t.work_id = ${work.id} and t.status <> ${tokenStatus.revoked} and t.exp > ${now}
      and (t.phase <> ${after.phase} or ${mustAcknowledge(sql`t.user_id`, work.tenantId)}
        or not exists (select 1 from lo_work_person p where p.work_id = t.work_id and p.user_id = t.user_id and p.state = 1))
    returning t.lock_ids`.execute(tx)
  await askForEpochs(
    tx,
    work.tenantId,
    rows.flatMap(({ lockIds }) => lockIds),
    now,
  )
}

/** Has locks told, after the commit, that the tokens of before are over. `now` epoch ms. */
export async function askForEpochs(
  tx: Tx,
  tenantId: number,
  lockIds: readonly string[],
  now: number,
): Promise<void> {
  for (const lockId of new Set(lockIds))
    await scheduleTimer(tx, { tenantId, kind: 'lock.epoch', subjectId: lockId, dueAt: now, data: {} })
}

/** Tells locks that the tokens of before are over. */
export function tellEpochs(ctx: Context): void {
  ctx.timers.on('lock.epoch', async (ctx, { tenantId, subjectId }) => {
    const commands = await inTransaction(ctx, (tx, emit) =>
      raiseEpochs(tx, emit, { tenantId, lockIds: [subjectId], by: 'SYSTEM' }, ctx.clock.now()),
    )
    // A lock that cannot be reached now hears it at its next contact (GRANT is stored, §5.6).
    for (const command of commands) await dispatch(ctx, command)
  })
}
