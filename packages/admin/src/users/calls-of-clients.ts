import { userEndpoints } from '@suoan/contract'
import { and, contains, everything, isIn, or } from '@suoan/kit/filter'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { Actor, Context } from '@suoan/platform/context'
import { failUnseen } from '@suoan/platform/fail'
import { closedSignal } from '@suoan/platform/http/closed-signal'
import { answered, type Bind } from '@suoan/platform/http/route'
import { findUsers, pageUsers } from './look-up.ts'

/** Calls of 4-api.md §7.1 that pages of this console do not make and original clients do. */
export function bindClientCalls(ctx: Context, bind: Bind): void {
  bind(userEndpoints.newId, () => Promise.resolve(randomBytes(16).toString('hex')))
  bind(userEndpoints.ofOrgCode, async ({ input, actor, reply }) => {
    const { orgCode, ...params } = input
    const members = isIn('id', await membersOf(ctx, actor, 'below', orgCode))
    return pageUsers(ctx, actor, params, members, closedSignal(reply))
  })
  bind(userEndpoints.appList, async ({ input, actor, reply }) => {
    const { keyword, username, pageNo, pageSize } = input
    const names = (username ?? '').split(',').filter((name) => name !== '')
    const filter = and(
      names.length === 0 ? everything : isIn('username', names),
      keyword ? or(contains('realname', keyword), contains('username', keyword)) : everything,
    )
    return pageUsers(ctx, actor, { pageNo, pageSize }, filter, closedSignal(reply))
  })
  bind(userEndpoints.appOfDepart, async ({ input, actor }) =>
    findUsers(ctx, actor, isIn('id', await membersOf(ctx, actor, 'depart', input.departId))),
  )
  bind(userEndpoints.appSearch, ({ input, actor }) =>
    input.keyWord.trim() === ''
      ? Promise.resolve([])
      : findUsers(ctx, actor, contains('realname', input.keyWord.trim())),
  )
  bind(userEndpoints.below, async ({ input, actor }) => {
    const [sysUser] = await findUsers(ctx, actor, isIn('id', [input.userId]))
    if (!sysUser) throw failUnseen('sys_user', [input.userId])
    const children = await findUsers(ctx, actor, isIn('id', await membersOf(ctx, actor, 'led', input.userId)))
    return { sysUser, children: children.filter(({ id }) => id !== input.userId) }
  })
  bind(userEndpoints.saveClientId, async ({ input, actor }) => {
    await sql`update sys_user set client_id = ${input.clientId || null} where id = ${actor.userId}`.execute(
      ctx.db,
    )
    return answered(null, '登记成功!')
  })
}

/** Ids of the people of one department, of a code and all below it, or of what somebody leads. */
async function membersOf(
  ctx: Context,
  actor: Actor,
  which: 'depart' | 'below' | 'led',
  value: string,
): Promise<string[]> {
  const condition = {
    depart: sql`d.id = ${value}`,
    below: sql`${value} <> '' and starts_with(d.org_code, ${value})`,
    led: sql`exists (select 1 from sys_user boss join sys_depart top on top.id = any(string_to_array(boss.depart_ids, ','))
      where boss.id = ${value} and boss.user_identity = 2 and top.tenant_id = d.tenant_id
        and starts_with(d.org_code, top.org_code))`,
  }[which]
  const { rows } = await sql<{ userId: string }>`
    select distinct ud.user_id from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
    where d.tenant_id = ${actor.tenantId} and ${condition}`.execute(ctx.db)
  return rows.map(({ userId }) => userId)
}
