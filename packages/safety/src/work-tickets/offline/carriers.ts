import { carrierGap, lostCapsuleGap } from '@suoan/domain/offline'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import type { Capsule } from './capsules.ts'

/** Who would carry; `sessionId` is null where what he carries already is judged again. */
type Carrier = Pick<Actor, 'tenantId' | 'userId'> & { readonly sessionId: string | null }

/** SQL: the phone `p` is lost and was not found since. */
export const isLost = sql<boolean>`(p.lost_time is not null and (p.found_time is null or p.found_time < p.lost_time))`

/** Why this terminal may carry nothing of his, Chinese; null when it may (§5.8, `carrierGap`). */
export async function gapOfCarrier(
  tx: Tx,
  { tenantId, userId, sessionId }: Carrier,
  deviceSn: string,
): Promise<string | null> {
  const { rows } = await sql<{
    kind: string | null
    status: number | null
    bound: Date | null
    holderId: string | null
    holderName: string
    lost: Date | null
    phoneLost: Date | null
    login: Date | null
  }>`select d.kind, d.status, p.bound_time as bound, p.user_id as holder_id, coalesce(u.realname, '') as holder_name,
      case when ${isLost} then p.lost_time end as lost,
      (select max(own.lost_time) from lo_phone own where own.tenant_id = ${tenantId} and own.user_id = ${userId}) as phone_lost,
      (select s.created_at from sys_session s where s.id = ${sessionId}) as login
    from (select 1) one
    left join lo_device d on d.tenant_id = ${tenantId} and d.device_sn = ${deviceSn} and d.del_flag = 0
    left join lo_phone p on p.tenant_id = ${tenantId} and p.device_sn = ${deviceSn}
    left join sys_user u on u.id = p.user_id`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('a join that always has a row has none')
  const { kind, status, bound, holderId, holderName, lost, phoneLost, login } = row
  const at = (time: Date | null) => time?.getTime() ?? null
  return carrierGap({
    deviceSn,
    userId,
    device: kind === null || status === null ? null : { kind, status },
    phone: bound === null ? null : { holderId, holderName, lostAt: at(lost) },
    login: sessionId === null ? null : { phoneLostAt: at(phoneLost), at: at(login) },
  })
}

/**
 * Takes a terminal to carry something of the caller's: a phone that nobody has is his from now on. Refused for one that may not
 * (`carrierGap`). It holds the phone's row, so that a loss reported at the same moment finds what is signed here. `now` epoch ms.
 */
export async function takeCarrier(tx: Tx, actor: Actor, deviceSn: string, now: number): Promise<void> {
  const { tenantId, userId } = actor
  await sql`select 1 from lo_phone where tenant_id = ${tenantId} and device_sn = ${deviceSn} for update`.execute(
    tx,
  )
  const gap = await gapOfCarrier(tx, actor, deviceSn)
  if (gap !== null) throw fail('REFUSED', { detail: gap })
  await sql`insert into lo_phone (tenant_id, device_sn, user_id, bound_time)
    select ${tenantId}, ${deviceSn}, ${userId}, ${new Date(now)}
    where not exists (select 1 from lo_device d where d.tenant_id = ${tenantId} and d.device_sn = ${deviceSn} and d.del_flag = 0)
    on conflict (tenant_id, device_sn) do update set user_id = excluded.user_id, bound_time = excluded.bound_time
      where lo_phone.user_id is null`.execute(tx)
}

/** Notes that a phone was lost; false when nobody is known to have one of this number. `now` epoch ms. */
export async function notePhoneLost(tx: Tx, actor: Actor, deviceSn: string, now: number): Promise<boolean> {
  const { rows } = await sql`update lo_phone set lost_time = ${new Date(now)}, lost_by = ${actor.userId}
    where tenant_id = ${actor.tenantId} and device_sn = ${deviceSn} returning 1`.execute(tx)
  return rows.length > 0
}

/** A lost phone is back with its owner; one that is not lost changes hands: whoever next takes something on it has it. */
export async function notePhoneFound(
  tx: Tx,
  actor: Actor,
  deviceSn: string,
  now: number,
): Promise<'found' | 'released' | null> {
  const { rows } = await sql<{ lost: boolean }>`
    with before as (select p.device_sn, ${isLost} as lost from lo_phone p
      where p.tenant_id = ${actor.tenantId} and p.device_sn = ${deviceSn} for update)
    update lo_phone p set found_time = case when b.lost then ${new Date(now)}::timestamptz else p.found_time end,
      user_id = case when b.lost then p.user_id end
    from before b where p.tenant_id = ${actor.tenantId} and p.device_sn = b.device_sn returning b.lost`.execute(
    tx,
  )
  const [row] = rows
  if (row === undefined) return null
  return row.lost ? 'found' : 'released'
}

/** Why nothing but the safe direction is believed of this capsule, Chinese; null when its terminal was not lost since. */
export async function gapOfCapsule(ctx: Context, actor: Actor, capsule: Capsule): Promise<string | null> {
  const { rows } = await sql<{ lost: Date | null }>`select p.lost_time as lost from lo_phone p
    where p.tenant_id = ${actor.tenantId} and p.device_sn = ${capsule.deviceId}`.execute(ctx.db)
  return lostCapsuleGap(rows[0]?.lost?.getTime() ?? null, capsule.issuedAt)
}
