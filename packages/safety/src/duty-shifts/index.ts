import { dutyShift, dutyShiftEndpoints as calls, type OnDuty } from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import { answered, type Feature } from '@suoan/platform/http/route'
import { defineHooks, mountResource, originOf } from '@suoan/platform/resource'
import { arrange, refuseShift } from './arrange.ts'

export { dutyRoomFor, runsAt } from './on-duty.ts'

/** 值班表: who is on duty when, and who is now (decision 0831). */
export const dutyShifts: Feature = (mount) => {
  const { ctx, bind } = mount
  mountResource(
    mount,
    dutyShift,
    defineHooks(dutyShift, {
      beforeAdd: (draft, { tx, scope }) => refuseShift(tx, scope.tenantId, draft, null),
      beforeEdit: (draft, before, { tx, scope }) =>
        refuseShift(tx, scope.tenantId, { ...before, ...draft }, before.id),
    }),
  )
  bind(calls.now, async ({ actor }) => {
    const at = new Date(ctx.clock.now())
    const { rows } = await sql<Omit<OnDuty, 'startTime' | 'endTime'> & { startTime: Date; endTime: Date }>`
      select s.id, s.user_id, coalesce(u.realname, u.username) as realname, s.duty_post, a.area_name, s.sequence,
        s.start_time, s.end_time, coalesce(u.phone, '') <> '' as has_phone
      from lo_duty_shift s join sys_user u on u.id = s.user_id and u.status = 1 and u.del_flag = 0
        left join lo_area a on a.id = s.area_id and a.tenant_id = s.tenant_id
      where s.tenant_id = ${actor.tenantId} and s.del_flag = 0 and s.start_time <= ${at} and s.end_time > ${at}
      order by s.duty_post, a.area_name nulls first, s.sequence, realname limit 200`.execute(ctx.db)
    return {
      onDuty: rows.map((row) => ({
        ...row,
        startTime: shanghaiTime(row.startTime.getTime()),
        endTime: shanghaiTime(row.endTime.getTime()),
      })),
      calls: ctx.config.voice !== undefined,
    }
  })
  bind(calls.arrange, async ({ input, actor, request }) => {
    const made = await arrange(ctx, actor, originOf(request), input)
    return answered({ made }, `已排 ${made} 班`)
  })
}
