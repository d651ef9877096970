import type { GrantedBy, PersonGrant, WhoCan } from '@suoan/contract'
import { isIn } from '@suoan/kit/filter'
import { groupBy } from '@suoan/kit/group'
import type { Pool } from 'pg'
import { belongsToText } from '@suoan/platform/db/belongs-to'
import type { Actor, Context } from '@suoan/platform/context'
import { grantSources, type GrantSource } from '@suoan/platform/http/load-grants'
import { loadPerson } from '@suoan/platform/http/load-person'
import { mustSee, pageUsers } from '../users/index.ts'
import { trailsOf } from './permission-trails.ts'

/**
 * Who may do what stands behind a permission code, and by which role: people in force who may sign in to the caller's tenant.
 * Those within his sight are named, the others counted. Asked of the rows that a request is authorised by.
 */
export async function whoCan(
  ctx: Context,
  actor: Actor,
  input: { readonly code: string; readonly pageNo: number; readonly pageSize: number },
  signal: AbortSignal,
): Promise<Omit<WhoCan, 'orNamed'>> {
  const sources = await grantSources(ctx.pool, actor.tenantId, { code: input.code })
  const { rows } = await ctx.pool.query<{ id: string }>(
    `select u.id from sys_user u where u.id = any($1::text[]) and u.status = 1 and u.del_flag = 0
       and ${belongsToText('u', '$2')}`,
    [[...new Set(sources.map(({ userId }) => userId))], actor.tenantId],
  )
  const holders = rows.map(({ id }) => id)
  const params = { pageNo: input.pageNo, pageSize: input.pageSize, column: 'username', order: 'asc' }
  const page = await pageUsers(ctx, actor, params, isIn('id', holders), signal)
  const shown = new Set(page.records.map(({ id }) => id))
  const names = await roleNames(
    ctx.pool,
    actor,
    sources.filter(({ userId }) => shown.has(userId)),
  )
  return {
    ...page,
    unseen: Math.max(0, holders.length - page.total),
    records: page.records.map((row) => ({
      ...row,
      by: byOf(
        sources.filter(({ userId }) => userId === row.id),
        names,
      ),
    })),
  }
}

/**
 * What a person may do, each with the role that gives it. The codes are those of `loadPerson`, by which he is authorised;
 * the roles are found from the same rows.
 */
export async function personGrants(ctx: Context, actor: Actor, userId: string): Promise<PersonGrant[]> {
  await mustSee(ctx, actor, userId)
  const [person, sources] = await Promise.all([
    loadPerson(ctx, actor.tenantId, userId),
    grantSources(ctx.pool, actor.tenantId, { userId }),
  ])
  const names = await roleNames(ctx.pool, actor, sources)
  const trails = await trailsOf(ctx.pool, [...new Set(sources.map(({ permissionId }) => permissionId))])
  const byCode = groupBy(
    sources.flatMap((source) => source.codes.map((code) => ({ code, source }))),
    ({ code }) => code,
  )
  // In the order of the menu.
  const codes = new Set(
    [...byCode.keys(), ...person.permissions].filter((code) => person.permissions.has(code)),
  )
  return [...codes].flatMap((code) => {
    const own = (byCode.get(code) ?? []).map(({ source }) => source)
    const place = own[0] && trails.get(own[0].permissionId)
    return [{ code, name: place?.name ?? code, trail: place?.trail ?? [], by: byOf(own, names) }]
  })
}

type Names = ReadonlyMap<string, string>

/** Names of the roles of the caller's tenant; of another tenant nothing is told. */
async function roleNames(pool: Pool, actor: Actor, sources: readonly GrantSource[]): Promise<Names> {
  const ids = [...new Set(sources.map(({ roleId }) => roleId))]
  const { rows } = await pool.query<{ id: string; name: string }>(
    `select id, role_name as name from sys_role where id = any($1::text[]) and tenant_id = $2
     union all
     select r.id, coalesce(d.depart_name || ' / ', '') || r.role_name from sys_depart_role r
       join sys_depart d on d.id = r.depart_id where r.id = any($1::text[]) and d.tenant_id = $2`,
    [ids, actor.tenantId],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function byOf(sources: readonly GrantSource[], names: Names): GrantedBy[] {
  const seen = new Set<string>()
  return sources.flatMap(({ kind, roleId }) => {
    const name = names.get(roleId)
    const key = name === undefined ? '' : roleId
    if (seen.has(key)) return []
    seen.add(key)
    return [{ kind, id: key, name: name ?? '其他租户的角色' }]
  })
}
