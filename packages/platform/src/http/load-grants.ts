import { sql, type Kysely } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Actor } from '../context.ts'
import type { Database } from '../db/schema.ts'

/** What a user holds: roles, departments, and the permission codes that both kinds of role give. */
export type Grants = Pick<Actor, 'orgCodes' | 'roleIds' | 'roleCodes' | 'permissions'>

/** The grants of a user by the tenant he calls in: what he holds in one gives him nothing in another (security.md V11). */
export interface GrantsByTenant {
  /** His roles there and those of the platform (tenant 0); departments of that tenant alone. */
  in(tenantId: number): Grants
}

/**
 * 4-api.md §3.5: what people are given by their roles and by their department roles, as a row of user, permission and the
 * role it comes by. `whose` limits the users: a condition on `given.user_id`.
 */
const grantedBy = (whose: string): string => `
  select * from (
    select ur.user_id, rp.permission_id, 'role' as kind, r.id as role_id, r.tenant_id
      from sys_user_role ur join sys_role r on r.id = ur.role_id join sys_role_permission rp on rp.role_id = r.id
    union all
    select dru.user_id, drp.permission_id, 'departRole', dru.drole_id, dr.tenant_id
      from sys_depart_role_user dru join sys_depart_role dr on dr.id = dru.drole_id
      join sys_depart_role_permission drp on drp.role_id = dru.drole_id
  ) given where ${whose}`

/** A permission row that gives codes: a button in force. */
const inForce = `p.menu_type = 2 and coalesce(p.del_flag, 0) = 0 and p.perms <> ''`

/** A row may hold several codes, joined by commas (4-api.md §3.3). */
const codesOf = (perms: string): string[] => perms.split(',').map((code) => code.trim())

const text = `
  with roles as (
    select r.id, r.role_code, r.tenant_id from sys_user_role ur join sys_role r on r.id = ur.role_id where ur.user_id = $1
  ), granted as (${grantedBy('given.user_id = $1')})
  select
    (select coalesce(json_agg(json_build_object('id', id, 'code', role_code, 'tenant', tenant_id) order by id), '[]')
      from roles) as roles,
    (select coalesce(json_agg(json_build_object('code', d.org_code, 'tenant', d.tenant_id) order by d.org_code), '[]')
      from sys_user_depart ud join sys_depart d on d.id = ud.dep_id where ud.user_id = $1) as departs,
    (select coalesce(json_agg(json_build_object('tenant', tenant_id, 'perms', perms)), '[]') from (
      -- One look-up each, whatever the planner thinks of their number.
      select granted.tenant_id, array_agg(distinct p.perms) as perms
      from granted cross join lateral (
        select p.perms from sys_permission p where p.id = granted.permission_id and ${inForce} offset 0) p
      group by granted.tenant_id) g) as perms`

interface GrantsRow {
  roles: { id: string; code: string; tenant: number }[]
  departs: { code: string; tenant: number }[]
  perms: { tenant: number; perms: string[] }[]
}

/** Reads a user's grants in one statement. */
export async function loadGrants(db: Pool | PoolClient, userId: string): Promise<GrantsByTenant> {
  const { rows } = await db.query<GrantsRow>({ name: 'load-grants', text, values: [userId] })
  return byTenant(rows[0] ?? { roles: [], departs: [], perms: [] })
}

/**
 * The same of several people at once, on the connection of whoever asks. What a role gives is read once, however many of
 * them hold it: each person's permissions by themselves took hundreds of milliseconds for a dozen people.
 */
export async function loadGrantsOf(
  db: Kysely<Database>,
  userIds: readonly string[],
): Promise<Map<string, GrantsByTenant>> {
  const ids = sql`any(${[...userIds]}::text[])`
  const [roles, departs, departRoles, codes] = await Promise.all([
    sql<{ userId: string; id: string; code: string; tenant: number }>`
      select ur.user_id, r.id, r.role_code as code, r.tenant_id as tenant
      from sys_user_role ur join sys_role r on r.id = ur.role_id where ur.user_id = ${ids} order by r.id`.execute(
      db,
    ),
    sql<{ userId: string; code: string; tenant: number }>`
      select ud.user_id, d.org_code as code, d.tenant_id as tenant
      from sys_user_depart ud join sys_depart d on d.id = ud.dep_id where ud.user_id = ${ids} order by d.org_code`.execute(
      db,
    ),
    sql<{ userId: string; id: string }>`
      select user_id, drole_id as id from sys_depart_role_user where user_id = ${ids}`.execute(db),
    sql<{ kind: string; roleId: string; tenant: number; perms: string[] }>`
      select g.kind, g.role_id, g.tenant_id as tenant, array_agg(p.perms) as perms
      from (select kind, role_id, tenant_id, permission_id
        from (${sql.raw(grantedBy('true'))}) given where given.user_id = ${ids} group by 1, 2, 3, 4) g
      join sys_permission p on p.id = g.permission_id
      where ${sql.raw(inForce)} group by 1, 2, 3`.execute(db),
  ])
  const givenBy = new Map(codes.rows.map((row) => [`${row.kind} ${row.roleId}`, row]))
  return new Map(
    userIds.map((userId) => {
      const own = roles.rows.filter((row) => row.userId === userId)
      const held = [
        ...own.map(({ id }) => `role ${id}`),
        ...departRoles.rows.filter((row) => row.userId === userId).map(({ id }) => `departRole ${id}`),
      ]
      return [
        userId,
        byTenant({
          roles: own,
          departs: departs.rows.filter((row) => row.userId === userId),
          perms: held.flatMap((name) => givenBy.get(name) ?? []),
        }),
      ]
    }),
  )
}

function byTenant(row: GrantsRow): GrantsByTenant {
  return {
    in(tenantId) {
      const counts = ({ tenant }: { readonly tenant: number }) => tenant === tenantId || tenant === 0
      const roles = row.roles.filter(counts)
      return {
        roleIds: roles.map(({ id }) => id),
        roleCodes: roles.map(({ code }) => code),
        // Codes of departments repeat from tenant to tenant.
        orgCodes: row.departs.filter(({ tenant }) => tenant === tenantId).map(({ code }) => code),
        permissions: new Set(
          row.perms
            .filter(counts)
            .flatMap(({ perms }) => perms)
            .flatMap(codesOf),
        ),
      }
    },
  }
}

/** By which role somebody has a permission. */
export interface GrantSource {
  readonly userId: string
  readonly permissionId: string
  readonly codes: readonly string[]
  readonly kind: 'role' | 'departRole'
  readonly roleId: string
}

interface SourceRow {
  user_id: string
  permission_id: string
  perms: string
  kind: 'role' | 'departRole'
  role_id: string
}

/**
 * Where the permissions in a tenant of one person, or of everybody who has this code, come from: the same rows and the same condition
 * that `loadGrants` authorises by.
 */
export async function grantSources(
  db: Pool,
  tenantId: number,
  of: { readonly userId: string } | { readonly code: string },
): Promise<GrantSource[]> {
  const whose = 'userId' in of ? 'given.user_id = $1' : 'true'
  const { rows } = await db.query<SourceRow>(
    `select g.user_id, p.id as permission_id, p.perms, g.kind, g.role_id
     from (${grantedBy(whose)}) g join sys_permission p on p.id = g.permission_id
     where g.tenant_id in ($2, 0) and ${inForce} ${'code' in of ? `and strpos(p.perms, $1) > 0` : ''}
     order by g.user_id, p.sort_no, p.id, g.kind desc, g.role_id`,
    ['userId' in of ? of.userId : of.code, tenantId],
  )
  return rows
    .map((row) => ({
      userId: row.user_id,
      permissionId: row.permission_id,
      codes: codesOf(row.perms),
      kind: row.kind,
      roleId: row.role_id,
    }))
    .filter(({ codes }) => !('code' in of) || codes.includes(of.code))
}
