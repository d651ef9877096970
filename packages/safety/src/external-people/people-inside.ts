import type { PeopleInside, PersonInside } from '@suoan/contract'
import { admissionGap } from '@suoan/domain/work-ticket'
import { execPhase, workStatus } from '@suoan/domain/dictionaries'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { loadExternals, type External } from './load-externals.ts'

type Row = Omit<PersonInside, 'inTime' | 'minutes' | 'alarm'> & {
  inTime: Date | null
  validEnd: Date | null
  voidFlag: number
  closeFlag: number | null
  state: number
}

/**
 * Everybody who is in an area of the tenant now, with an account or without one, and since when: what an evacuation
 * counts against and where somebody forgotten is found. Read of one moment, whatever the caller's data rules: a list
 * that leaves somebody out is worse than one that shows too many.
 */
export async function peopleInside(ctx: Context, actor: Actor, areaCode: string): Promise<PeopleInside> {
  const now = ctx.clock.now()
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows } = await sql<Row>`
        select distinct on (p.person_id, p.work_id) p.id, p.person_id, p.state, p.role_tag, p.in_time,
          coalesce(u.realname, e.person_name, p.person_name, '') as name, p.user_id is not null as has_account,
          coalesce(e.source, p.person_source) as person_source, coalesce(e.company, p.company) as company,
          coalesce(u.phone, e.phone, p.phone) as phone, u.work_no as staff_no, w.area_id, w.area_code, coalesce(a.area_name, '') as area_name,
          w.place, w.id as work_id, w.work_no, w.work_name, w.work_status, w.exec_phase, w.valid_end, w.void_flag,
          w.close_flag
        from lo_work_person p join lo_work w on w.id = p.work_id left join lo_area a on a.id = w.area_id
          left join sys_user u on u.id = p.user_id left join lo_external_person e on e.id = p.external_id
        where p.on_state = 1 and p.tenant_id = ${actor.tenantId} and w.del_flag = 0
          and starts_with(w.area_code, ${areaCode})
        order by p.person_id, p.work_id, p.state desc, p.in_time`.execute(tx)
      const outside = rows.filter((row) => !row.hasAccount).map((row) => row.personId)
      const externals = await loadExternals(tx, actor.tenantId, outside)
      const unnamed = await sql<PeopleInside['unnamed'][number]>`
        select w.id as work_id, w.work_no, coalesce(a.area_name, '') as area_name,
          w.on_site_count - counted.n as count
        from lo_work w left join lo_area a on a.id = w.area_id
          cross join lateral (select count(distinct p.person_id)::int as n from lo_work_person p
            where p.work_id = w.id and p.on_state = 1) as counted
        where w.tenant_id = ${actor.tenantId} and w.del_flag = 0 and w.on_site_count > counted.n
          and starts_with(w.area_code, ${areaCode})`.execute(tx)
      const people = rows.map((row) => presented(row, externals, now))
      return {
        serverTime: now,
        people: people.toSorted(
          (a, b) => a.areaCode.localeCompare(b.areaCode) || (a.inTime ?? '').localeCompare(b.inTime ?? ''),
        ),
        unnamed: unnamed.rows,
      }
    })
}

function presented(
  { inTime, validEnd, voidFlag, closeFlag, state, ...row }: Row,
  externals: ReadonlyMap<string, External>,
  now: number,
): PersonInside {
  const external = row.hasAccount ? null : (externals.get(row.personId)?.fact ?? null)
  return {
    ...row,
    inTime: inTime === null ? null : shanghaiTime(inTime.getTime()),
    minutes: inTime === null ? null : Math.max(0, Math.floor((now - inTime.getTime()) / 60_000)),
    alarm:
      alarmOf({ ...row, validEnd, voidFlag, closeFlag, state }) ??
      notRegistered() ??
      admissionGap(external, now),
  }

  function notRegistered(): string | null {
    return !row.hasAccount && external === null ? '未登记，请核实此人身份' : null
  }

  function alarmOf(about: Omit<Row, 'inTime'>): string | null {
    if (about.voidFlag === 1 || about.closeFlag === 1 || about.workStatus === workStatus.finished)
      return '工作票已结束，人员未登记离场'
    if (
      about.workStatus === workStatus.expired ||
      (about.validEnd !== null && about.validEnd.getTime() <= now)
    )
      return '工作票已到期，人员仍在场'
    if (about.execPhase === execPhase.suspended) return '作业已中断，人员须离场'
    return about.state === 0 ? '已被替换，未登记离场' : null
  }
}
