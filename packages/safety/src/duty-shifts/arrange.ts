import { dutyShift, type InputOf, type dutyShiftEndpoints } from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import { fail } from '@suoan/platform/fail'
import { newId } from '@suoan/kit/id'
import { recordAudit, type originOf } from '@suoan/platform/resource'

const hourMs = 3_600_000

/** A shift as it is about to be stored, wire times. */
export interface Shift {
  readonly dutyPost?: string | null
  readonly areaId?: string | null
  readonly userId?: string | null
  readonly startTime?: string | null
  readonly endTime?: string | null
}

/** Refuses a shift of nobody, one that ends before it begins, and one that stands there already. `id` is its own. */
export async function refuseShift(tx: Tx, tenantId: number, shift: Shift, id: string | null): Promise<void> {
  const { dutyPost, areaId = null, userId, startTime, endTime } = shift
  if (!startTime || !endTime) throw fail('BAD_INPUT', { detail: '请填写开始时间和结束时间' })
  // Wire times compare as texts.
  if (endTime <= startTime) throw fail('BAD_INPUT', { detail: '值班的结束时间须晚于开始时间' })
  if (timeOf(endTime) - timeOf(startTime) > 31 * 24 * hourMs)
    throw fail('BAD_INPUT', { detail: '一班最长 31 天，请分成几班' })
  const people = await sql<{ realname: string }>`
    select coalesce(realname, username) as realname from sys_user u where id = ${userId} and status = 1 and del_flag = 0
      and ${belongsTo('u', tenantId)}`.execute(tx)
  const [person] = people.rows
  if (!person) throw fail('BAD_INPUT', { detail: '值班人不是本单位在用的用户，请重新选择' })
  const { rows } = await sql<{ startTime: Date; endTime: Date }>`
    select start_time, end_time from lo_duty_shift s where s.tenant_id = ${tenantId} and s.del_flag = 0
      and s.user_id = ${userId} and s.duty_post = ${dutyPost} and s.area_id is not distinct from ${areaId || null}
      and s.id is distinct from ${id} and s.start_time < ${new Date(timeOf(endTime))} and s.end_time > ${new Date(timeOf(startTime))}
    limit 1`.execute(tx)
  const [other] = rows
  if (other)
    throw fail('BAD_INPUT', {
      detail: `${person.realname} 在 ${shanghaiTime(other.startTime.getTime()).slice(0, 16)} 至 ${shanghaiTime(other.endTime.getTime()).slice(0, 16)} 已排了同一岗位的班`,
    })
}

/** A wire time as epoch ms. */
const timeOf = (wire: string): number => Date.parse(`${wire.replace(' ', 'T')}+08:00`)

/** Makes shifts of the same length, one after the other, the people taking turns; all of them or none. */
export async function arrange(
  ctx: Context,
  actor: Actor,
  origin: ReturnType<typeof originOf>,
  input: InputOf<(typeof dutyShiftEndpoints)['arrange']>,
): Promise<number> {
  const { dutyPost, sequence, userIds, hours, shifts } = input
  const areaId = input.areaId || null
  const first = timeOf(input.startTime)
  if (Number.isNaN(first)) throw fail('BAD_INPUT', { detail: '开始时间不是一个日期' })
  return await inTransaction(ctx, async (tx, emit) => {
    if (areaId !== null) {
      const { rows } =
        await sql`select 1 from lo_area where id = ${areaId} and tenant_id = ${actor.tenantId} and del_flag = 0`.execute(
          tx,
        )
      if (rows.length === 0) throw fail('BAD_INPUT', { detail: '区域已删除，请重新选择' })
    }
    const now = ctx.clock.now()
    const ids: string[] = []
    for (let n = 0; n < shifts; n += 1) {
      const userId = userIds[n % userIds.length] ?? ''
      const [from, until] = [first + n * hours * hourMs, first + (n + 1) * hours * hourMs]
      const shift = { dutyPost, areaId, userId, startTime: shanghaiTime(from), endTime: shanghaiTime(until) }
      await refuseShift(tx, actor.tenantId, shift, null)
      const id = newId()
      await sql`insert into lo_duty_shift (id, tenant_id, duty_post, area_id, user_id, sequence, start_time, end_time,
          create_by, create_time)
        values (${id}, ${actor.tenantId}, ${dutyPost}, ${areaId}, ${userId}, ${sequence}, ${new Date(from)}, ${new Date(until)},
          ${actor.username}, ${new Date(now)})`.execute(tx)
      ids.push(id)
    }
    await recordAudit(tx, {
      actor,
      content: `${dutyShift.title}：按轮换排班 ${shifts} 班，自 ${input.startTime} 起每班 ${hours} 小时`,
      operateType: 2,
      origin,
      now,
    })
    emit('resource.changed', { resource: dutyShift.name, tenantId: actor.tenantId, ids })
    return shifts
  })
}
