import type { RoleTag } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { belongsTo, belongsToText } from '@suoan/platform/db/belongs-to'
import type { WorkRow } from '../ticket-row.ts'

/** Posts that no ticket has to name: whoever holds the role in the department it concerns. */
const posts = ['PERMIT', 'SAFETY', 'DEPT', 'KEEPER', 'ADMIN'] as const satisfies readonly RoleTag[]
/** Of those, the ones that belong to the whole plant and not to a territory. */
const ofPlant: readonly RoleTag[] = ['SAFETY', 'ADMIN']

/**
 * User ids of those who hold one of these posts for the ticket: in the territory's department or below it, SAFETY and
 * ADMIN in the plant, and for DEPT the manager of the area or of one above it.
 */
export async function postHolders(
  tx: Tx,
  work: Pick<WorkRow, 'tenantId' | 'territoryDepartId' | 'areaCode'>,
  roles: readonly RoleTag[],
): Promise<string[]> {
  const wanted = posts.filter((post) => roles.includes(post))
  if (wanted.length === 0) return []
  const near = await holdersIn(tx, work, wanted)
  // Where the territory has no permitter of its own, the plant's permit there: somebody must be able to.
  if (!wanted.includes('PERMIT') || near.some(({ post }) => post === 'PERMIT'))
    return [...new Set(near.map(({ id }) => id))]
  const { rows } = await sql<{ id: string }>`
    select distinct ur.user_id as id from sys_user_role ur
      join sys_role r on r.id = ur.role_id and r.tenant_id = ${work.tenantId} and upper(r.role_code) = 'PERMIT'
      join sys_user u on u.id = ur.user_id and u.status = 1 and u.del_flag = 0 and ${belongsTo('u', work.tenantId)}
    limit 200`.execute(tx)
  return [...new Set([...near, ...rows].map(({ id }) => id))]
}

/**
 * The text of "the territory of the ticket has no permitter of its own", of a row of `lo_work` known as `alias`: then the
 * plant's permit there, as in `postHolders`.
 */
export const noPermitterText = (alias: string): string => `not exists (
  select 1 from sys_user_role ur
    join sys_role r on r.id = ur.role_id and r.tenant_id = ${alias}.tenant_id and upper(r.role_code) = 'PERMIT'
    join sys_user u on u.id = ur.user_id and u.status = 1 and u.del_flag = 0 and ${belongsToText('u', `${alias}.tenant_id`)}
    join sys_user_depart ud on ud.user_id = u.id join sys_depart d on d.id = ud.dep_id
    join sys_depart top on top.id = ${alias}.territory_depart_id
  where d.org_code like top.org_code || '%')`

async function holdersIn(
  tx: Tx,
  work: Parameters<typeof postHolders>[1],
  wanted: readonly RoleTag[],
): Promise<{ id: string; post: string }[]> {
  const { rows } = await sql<{ id: string; post: string }>`
    select distinct ur.user_id as id, upper(r.role_code) as post from sys_user_role ur
      join sys_role r on r.id = ur.role_id and r.tenant_id = ${work.tenantId}
      join sys_user u on u.id = ur.user_id and u.status = 1 and u.del_flag = 0 and ${belongsTo('u', work.tenantId)}
    where upper(r.role_code) = any(${wanted}::text[]) and (upper(r.role_code) = any(${[...ofPlant]}::text[])
      or exists (select 1 from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
        join sys_depart top on top.id = ${work.territoryDepartId}
        where ud.user_id = u.id and d.org_code like top.org_code || '%'))
    union select a.manager_id, 'DEPT' from lo_area a
      join sys_user u on u.id = a.manager_id and u.status = 1 and u.del_flag = 0 and ${belongsTo('u', work.tenantId)}
    where ${wanted.includes('DEPT')} and a.tenant_id = ${work.tenantId} and a.del_flag = 0
      and ${work.areaCode ?? ''} like a.area_code || '%'
    limit 200`.execute(tx)
  return rows
}
