import { role } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail } from '@suoan/platform/fail'
import {
  addRow,
  checkedDraft,
  originOf,
  recordAudit,
  resourceStore,
  type MountedResource,
} from '@suoan/platform/resource'
import { scopeFor } from '@suoan/platform/resource/scope'
import { refuseStrongerRoles } from '../users/index.ts'

/**
 * Makes a role that may do what another may: its menus, buttons, data rules and home page, not its people. Nobody copies
 * a role that may do more than he (security.md V12). Answers the id of the new one.
 */
export async function copyRole(
  mounted: MountedResource,
  actor: Actor,
  input: {
    readonly roleId: string
    readonly roleName: string
    readonly roleCode: string
    readonly description?: string | null | undefined
  },
  request: FastifyRequest,
): Promise<string> {
  const { ctx } = mounted
  const { roleId, ...draft } = input
  const scope = await scopeFor(ctx, actor, role, 'add')
  const seen = await scopeFor(ctx, actor, role)
  const { values } = checkedDraft(role, draft, 'add')
  return inTransaction(ctx, async (tx, emit) => {
    const [source] = await resourceStore(role).findMany(tx, seen, [roleId], { lock: true })
    if (!source) throw fail('REFUSED', { detail: '要复制的角色不存在，请刷新后重试' })
    await refuseStrongerRoles(tx, actor, [roleId])
    const now = ctx.clock.now()
    const row = await addRow(mounted, values, { tx, ctx, actor, scope, now, input: draft, emit })
    const id = String(row['id'])
    const { rows: grants } = await sql<{ permissionId: string; dataRuleIds: string | null }>`
      select permission_id, data_rule_ids from sys_role_permission where role_id = ${roleId}`.execute(tx)
    const links = grants.map((grant) => ({ ...grant, id: newId() }))
    await sql`insert into sys_role_permission (id, role_id, permission_id, data_rule_ids, operate_date, operate_ip)
      select id, ${id}::text, "permissionId", "dataRuleIds", ${new Date(now)}::timestamptz, ${request.ip}::text
      from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
        as r(id text, "permissionId" text, "dataRuleIds" text)`.execute(tx)
    await sql`insert into sys_role_index (id, tenant_id, role_code, url, component, is_route, priority, status, create_by, create_time)
      select ${newId()}, tenant_id, ${input.roleCode}, url, component, is_route, priority, status, ${actor.username}, ${new Date(now)}
      from sys_role_index where tenant_id = ${actor.tenantId} and role_code = ${String(source['roleCode'])}
      on conflict do nothing`.execute(tx)
    await recordAudit(
      tx,
      {
        actor,
        content: `角色：复制 ${String(source['roleName'])} 为 ${input.roleName}，授权 ${grants.length} 项`,
        operateType: 2,
        origin: originOf(request),
        now,
      },
      [{ resource: role, before: null, after: row }],
    )
    return id
  })
}
