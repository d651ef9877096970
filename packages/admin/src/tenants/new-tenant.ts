import { tenant, type TenantAdmin } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { nextCode } from '@suoan/kit/tree'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail } from '@suoan/platform/fail'
import { answered, type Answered } from '@suoan/platform/http/route'
import {
  addRow,
  checkedDraft,
  engineOf,
  originOf,
  recordAudit,
  refuseOwnedInAdd,
  type MountedResource,
  type RowRecord,
} from '@suoan/platform/resource'
import { scopeFor } from '@suoan/platform/resource/scope'
import { isNameTaken, oneTimePassword, preparePassword, storePassword } from '../session/index.ts'
import { ADMIN_ROLE, linkRoles } from '../users/index.ts'

/**
 * Adds a tenant with all that it needs to work, or nothing of it: its roles with their menus and the rules of its work
 * (`newTenants`), its first department, and its administrator, whose one-time password is told in this answer only.
 */
export async function addTenant(
  mounted: MountedResource,
  actor: Actor,
  input: RowRecord,
  request: FastifyRequest,
): Promise<Answered<TenantAdmin>> {
  const { ctx } = mounted
  const { values } = checkedDraft(tenant, input, 'add')
  const id = Number(values['id'])
  const adminUsername = wordOf(input['adminUsername']) || `admin${id}`
  if (!/^[A-Za-z0-9_.@-]{2,100}$/.test(adminUsername))
    throw fail('BAD_INPUT', { detail: '管理员账号只能用字母、数字和 _ . @ -，至少 2 位' })
  const password = oneTimePassword()
  const scope = await scopeFor(ctx, actor, tenant, 'add')
  // Hashing is slow and must not hold a transaction open.
  const prepared = await preparePassword(password, true)
  await inTransaction(ctx, async (tx, emit) => {
    const now = ctx.clock.now()
    const row = await addRow(mounted, values, { tx, ctx, actor, scope, now, input, emit })
    refuseOwnedInAdd(tenant, input, row)
    await engineOf(ctx).newTenants.begin(tx, id, now)
    const departId = await addDepartment(
      tx,
      actor,
      id,
      wordOf(input['departName']) || String(row['name']),
      now,
    )
    const name = wordOf(input['adminRealname']) || '租户管理员'
    const userId = await addAdmin(tx, actor, { id, username: adminUsername, name, departId }, now)
    await storePassword(tx, userId, prepared, now)
    await sql`update sys_tenant set admin_user_id = ${userId} where id = ${id}`.execute(tx)
    await recordAudit(
      tx,
      {
        actor,
        content: `租户：添加 ${String(row['name'])}（${id}），管理员 ${adminUsername}`,
        operateType: 2,
        origin: originOf(request),
        now,
      },
      [{ resource: tenant, before: null, after: row }],
    )
  })
  return answered(
    { tenantId: id, adminUsername, password },
    `添加成功！租户管理员账号：${adminUsername}，初始密码：${password}（只显示这一次，首次登录须修改）`,
  )
}

const wordOf = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\0', '').trim() : ''

async function addDepartment(
  tx: Tx,
  actor: Actor,
  tenantId: number,
  name: string,
  now: number,
): Promise<string> {
  const id = newId()
  await sql`insert into sys_depart (id, tenant_id, parent_id, depart_name, org_category, org_type, org_code, status,
      create_by, create_time)
    values (${id}, ${tenantId}, '', ${name.slice(0, 100)}, '1', '1', ${nextCode(null, [])}, '1', ${actor.username},
      ${new Date(now)})`.execute(tx)
  return id
}

/** The account that administers the tenant: at home there, in its first department, with its administrator role. */
async function addAdmin(
  tx: Tx,
  actor: Actor,
  { id, username, name, departId }: { id: number; username: string; name: string; departId: string },
  now: number,
): Promise<string> {
  if (await isNameTaken(tx, username))
    throw fail('BAD_INPUT', {
      detail: `管理员账号“${username}”已存在、仅大小写不同或为系统保留，请换一个账号`,
    })
  const userId = newId()
  await sql`insert into sys_user (id, tenant_id, username, realname, org_code, status, user_identity, rel_tenant_ids,
      create_by, create_time)
    values (${userId}, ${id}, ${username}, ${name.slice(0, 100)}, ${nextCode(null, [])}, 1, 1, ${String(id)},
      ${actor.username}, ${new Date(now)})`.execute(tx)
  await tx.insertInto('sysUserDepart').values({ id: newId(), userId, depId: departId }).execute()
  // Made with its grants by the seed of the server; where that is absent the account has at least its role.
  await sql`insert into sys_role (id, tenant_id, role_name, role_code, create_by, create_time)
    values (${newId()}, ${id}, '系统管理员', ${ADMIN_ROLE}, ${actor.username}, ${new Date(now)})
    on conflict (tenant_id, role_code) do nothing`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select id from sys_role where tenant_id = ${id} and role_code = ${ADMIN_ROLE}`.execute(tx)
  await linkRoles(
    tx,
    [userId],
    rows.map((role) => role.id),
  )
  return userId
}
