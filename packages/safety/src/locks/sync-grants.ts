import { commandStatus, deviceStatus, grantStatus, grantType } from '@suoan/domain/dictionaries'
import { credentialsOf } from '@suoan/domain/lock'
import { minute } from '@suoan/domain/verdict'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { scheduleTimer } from '@suoan/platform/timers'
import { isActiveAccount } from '../active-account.ts'
import { mustAcknowledge } from '../must-acknowledge.ts'
import { storeCommand } from './issue-command.ts'
import { dispatch } from './send-command.ts'
import { standingGapOf } from './standing-gap.ts'

/** `lo_sync_status`: what the lock has confirmed of a grant; null = the lock is not meant to keep it. */
const sync = { done: 1, adding: 4, addFailed: 5, changing: 6, removing: 8, removeFailed: 9 } as const

/** Has the locks told anew which grants they may keep, after the commit. `now` epoch ms. */
export async function askForGrantSync(
  tx: Tx,
  tenantId: number,
  lockIds: readonly string[],
  now: number,
): Promise<void> {
  for (const lockId of lockIds)
    await scheduleTimer(tx, { tenantId, kind: 'lock.grants', subjectId: lockId, dueAt: now, data: {} })
}

/** The same for every lock that keeps a grant of this person, or would: what he may changes (T49). */
export async function askForGrantSyncOf(
  tx: Tx,
  tenantId: number,
  userId: string,
  now: number,
): Promise<void> {
  const { rows } = await sql<{ lockId: string }>`
    select distinct lock_id from lo_lock_user where tenant_id = ${tenantId} and user_id = ${userId} and scope_type = 1
      and del_flag = 0 and lock_id is not null and (offline_flag = 1 or sync_status is not null)`.execute(tx)
  await askForGrantSync(
    tx,
    tenantId,
    rows.map(({ lockId }) => lockId),
    now,
  )
}

interface Kept {
  id: string
  userId: string
  actions: string
  validFrom: Date | null
  validTo: Date
  usesLeft: number
  maxUses: number
  credRef: unknown
}

/**
 * Sends each lock the grants that it may use without asking (`down/grant`, §5.2): those with 允许离线, of this very lock, with
 * an end, and without phases, methods or a plan of weekdays, which a lock cannot judge; none longer than the type of the lock
 * allows, and none at all where the leg L8 would not open it (`standingGap`). Grants of tickets are not among them: which
 * phase it is only the server knows, so the lock asks. They go again when they change, and before the time of what the lock
 * has is over. What is taken back early raises the epoch: a package of before that is still on its way comes too late.
 */
export function syncGrants(ctx: Context): void {
  ctx.timers.on('lock.grants', async (ctx, { tenantId, subjectId: lockId }) => {
    const now = ctx.clock.now()
    const command = await inTransaction(ctx, async (tx, emit) => {
      const { rows } = await sql<{
        sn: string
        parentSn: string | null
        epoch: number
        maxMin: number
      }>`
        select l.device_sn as sn, d.parent_sn, l.rev_epoch::int as epoch, coalesce(t.offline_grant_max_min, 480) as max_min
        from lo_lock l
        join lo_device d on d.tenant_id = l.tenant_id and d.device_sn = l.device_sn and d.del_flag = 0 and d.status <> 5
        left join lo_lock_type t on t.id = l.lock_type_id
        where l.id = ${lockId} and l.tenant_id = ${tenantId} and l.del_flag = 0 for update of l`.execute(tx)
      const [lock] = rows
      if (lock === undefined) return null
      const mayStand = (await standingGapOf(tx, tenantId, lockId)) === null
      const { rows: grants } = await sql<Kept>`
        select id, user_id, actions, valid_from, valid_to, max_uses, greatest(max_uses - used_count, 0) as uses_left, cred_ref
        from lo_lock_user where tenant_id = ${tenantId} and lock_id = ${lockId} and scope_type = 1 and del_flag = 0
          and offline_flag = 1 and status = ${grantStatus.active} and work_id is null and week_plan is null
          and coalesce(phases, '') = '' and coalesce(methods, '') = ''
          and grant_type in (${grantType.longTerm}, ${grantType.temporary}) and ${mayStand}::boolean
          -- The lock asks nobody: whoever has yet to acknowledge a removed lock keeps nothing in it (T49).
          and not ${mustAcknowledge(sql.ref('lo_lock_user.user_id'), tenantId)}
          and ${isActiveAccount(sql.ref('lo_lock_user.user_id'), tenantId)}
          and not ${namesOffKey(sql.ref('lo_lock_user.cred_ref'), tenantId)}
          and valid_to > ${new Date(now)} and (max_uses = 0 or used_count < max_uses)
        order by id limit 200`.execute(tx)
      const { rows: known } = await sql<{ id: string; isEarly: boolean }>`
        select id, (valid_to is null or valid_to > ${new Date(now)})
            and sync_status not in (${sync.removing}, ${sync.removeFailed}) as is_early
        from lo_lock_user where tenant_id = ${tenantId} and lock_id = ${lockId} and sync_status is not null
          and id <> all(${grants.map(({ id }) => id)}::text[])`.execute(tx)
      if (grants.length === 0 && known.length === 0) return null
      const latest = now + lock.maxMin * minute
      const add = grants.map((grant) => ({
        gid: grant.id,
        uid: grant.userId,
        cred: credentialsOf(grant.credRef),
        act: grant.actions.split(',').filter((action) => action === 'OPEN' || action === 'CLOSE'),
        nbf: grant.validFrom?.getTime() ?? 0,
        exp: Math.min(grant.validTo.getTime(), latest),
        max: grant.maxUses === 0 ? 0 : grant.usesLeft,
        wid: null,
        ph: [],
        // A lock that asks for two keeps none: it cannot tell who the second is (R13).
        dual: false,
      }))
      const gids = grants.map(({ id }) => id)
      const dels = known.map(({ id }) => id)
      await sql`update lo_lock_user set sync_status = case when id = any(${dels}::text[]) then ${sync.removing}
          when sync_status = ${sync.done} then ${sync.changing} else ${sync.adding} end::smallint, sync_error = null
        where id = any(${[...gids, ...dels]}::text[])`.execute(tx)
      if (grants.some(({ validTo }) => validTo.getTime() > latest))
        await scheduleTimer(tx, {
          tenantId,
          kind: 'lock.grants',
          subjectId: lockId,
          dueAt: now + (lock.maxMin * minute) / 2,
          data: {},
        })
      const { sn, parentSn } = lock
      const epoch = known.some(({ isEarly }) => isEarly) ? await nextEpoch(tx, lockId) : lock.epoch
      const params = { epoch, add, gids, dels }
      return await storeCommand(
        tx,
        emit,
        { tenantId, lockId, sn, parentSn, type: 'GRANT', by: 'system', params },
        now,
      )
    })
    if (command && !('refused' in command)) await dispatch(ctx, command)
  })
}

/** The condition "one of these credentials is a smart key that was reported lost, switched off or scrapped". */
export const namesOffKey = (credRef: RawBuilder<unknown>, tenantId: number): RawBuilder<SqlBool> =>
  sql`exists (select 1 from lo_device d where d.tenant_id = ${tenantId} and d.del_flag = 0
    and d.status in (${deviceStatus.disabled}, ${deviceStatus.scrapped}) and ${credRef} ? ('key:' || d.device_sn))`

async function nextEpoch(tx: Tx, lockId: string): Promise<number> {
  const { rows } = await sql<{ epoch: number }>`
    update lo_lock set rev_epoch = rev_epoch + 1 where id = ${lockId} returning rev_epoch::int as epoch`.execute(
    tx,
  )
  const [row] = rows
  if (row === undefined) throw new Error(`lock ${lockId} is gone while its row is held`)
  return row.epoch
}

/** Notes at the grants what their lock has answered to a package (`down/grant`). */
export async function noteGrantAnswers(tx: Tx, cmdIds: readonly string[], now: number): Promise<void> {
  await sql`update lo_lock_user u set sync_time = ${new Date(now)},
      sync_status = case when c.status = ${commandStatus.success} then case when c.params->'gids' @> to_jsonb(u.id) then ${sync.done} end
        when c.params->'gids' @> to_jsonb(u.id) then ${sync.addFailed} else ${sync.removeFailed} end::smallint,
      sync_error = case when c.status = ${commandStatus.success} then null else left(coalesce(c.result_msg, c.result_code), 255) end
    from lo_cmd c where c.cmd_id = any(${cmdIds}::text[]) and c.cmd_type = 'GRANT' and c.tenant_id = u.tenant_id
      and c.lock_id = u.lock_id and (c.params->'gids' @> to_jsonb(u.id) or c.params->'dels' @> to_jsonb(u.id))`.execute(
    tx,
  )
}
