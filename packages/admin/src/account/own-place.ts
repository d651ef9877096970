import type { OwnPlace } from '@suoan/contract'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'

const TEAM = 12

/** Roles, departments, colleagues and the newest other session of the caller himself. */
export async function ownPlace(ctx: Context, actor: Actor): Promise<OwnPlace> {
  const [roles, departs, team, logins, profile] = await Promise.all([
    sql<{ name: string }>`
      select r.role_name as name from sys_user_role ur join sys_role r on r.id = ur.role_id
      where ur.user_id = ${actor.userId} and r.tenant_id = ${actor.tenantId} order by r.role_name`.execute(
      ctx.db,
    ),
    sql<{ name: string }>`
      select d.depart_name as name from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
      where ud.user_id = ${actor.userId} and d.tenant_id = ${actor.tenantId} and d.del_flag = '0'
      order by d.org_code collate "C"`.execute(ctx.db),
    sql<OwnPlace['team'][number]>`
      select u.id, coalesce(u.realname, u.username) as realname, u.avatar
      from sys_depart d join sys_user_depart ud on ud.dep_id = d.id join sys_user u on u.id = ud.user_id
      where d.org_code = ${actor.orgCode} and d.tenant_id = ${actor.tenantId} and u.id <> ${actor.userId}
        and u.status = 1 and u.del_flag = 0
      order by u.realname, u.id limit ${TEAM}`.execute(ctx.db),
    sql<{ time: string; ip: string | null }>`
      select left(created_at::text, 19) as time, ip from sys_session
      where user_id = ${actor.userId} and id <> ${actor.sessionId} order by created_at desc limit 1`.execute(
      ctx.db,
    ),
    sql<Pick<OwnPlace, 'motto' | 'tags'>>`
      select motto, tags from sys_user_profile where user_id = ${actor.userId}`.execute(ctx.db),
  ])
  return {
    roles: roles.rows.map(({ name }) => name),
    departs: departs.rows.map(({ name }) => name),
    team: team.rows,
    lastLogin: logins.rows[0] ?? null,
    motto: profile.rows[0]?.motto ?? '',
    tags: profile.rows[0]?.tags ?? [],
  }
}
