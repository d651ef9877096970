import { permissionDataRule, role, type RuleChoice } from '@suoan/contract'
import { eq } from '@suoan/kit/filter'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context } from '../../context.ts'
import { dataScope, scopeFor, systemScope } from '../../db/scope.ts'
import { inTransaction } from '../../db/transaction.ts'
import { fail } from '../../http/fail.ts'
import { originOf, present, recordAudit, resourceStore } from '../../resource/index.ts'
import { isAdmin } from '../users/index.ts'

const ruleStore = resourceStore(permissionDataRule)

/** The data rules of a menu, and which of them hold for a role; null when the menu has none. */
export async function rulesFor(
  ctx: Context,
  actor: Actor,
  { permissionId, roleId }: { readonly permissionId: string; readonly roleId: string },
): Promise<RuleChoice | null> {
  const scope = await dataScope(ctx, actor, role)
  if (!(await resourceStore(role).find(ctx.pool, scope, roleId))) throw fail('NOT_FOUND')
  const rules = await ruleStore.list(ctx.pool, systemScope(0), eq('permissionId', permissionId))
  if (rules.length === 0) return null
  await present(ctx, permissionDataRule, 0, rules)
  const { rows } = await ctx.pool.query<{ data_rule_ids: string | null }>(
    'select data_rule_ids from sys_role_permission where role_id = $1 and permission_id = $2',
    [roleId, permissionId],
  )
  const checked = rows[0]?.data_rule_ids
  return {
    datarule: rules.map((rule) => ({ ...rule, id: String(rule['id']) })),
    ...(checked ? { drChecked: checked } : {}),
  }
}

/** Ticks the data rules that hold for a role on a menu it already has; effective with the next request. */
export async function saveRules(
  ctx: Context,
  actor: Actor,
  input: {
    readonly permissionId: string
    readonly roleId: string
    readonly dataRuleIds: string | readonly string[]
  },
  request: FastifyRequest,
): Promise<void> {
  const asked = typeof input.dataRuleIds === 'string' ? input.dataRuleIds.split(',') : [...input.dataRuleIds]
  const ids = [...new Set(asked.map((id) => id.trim()))].filter((id) => id !== '')
  const scope = await scopeFor(ctx, actor, role, 'edit')
  await inTransaction(ctx, async (tx, emit) => {
    const [found] = await resourceStore(role).findMany(tx, scope, [input.roleId], { lock: true })
    if (!found) throw fail('NOT_FOUND')
    // Taking a rule away widens what one sees; nobody does that for himself.
    if (actor.roleIds.includes(input.roleId) && !isAdmin(actor))
      throw fail('REFUSED', { detail: '不能修改自己所属角色的数据规则，请联系系统管理员' })
    const { rows: rules } = await sql<{ id: string; ruleName: string }>`
      select id, rule_name from sys_permission_data_rule
      where id = any(${ids}::text[]) and permission_id = ${input.permissionId}`.execute(tx)
    if (rules.length < ids.length) throw fail('BAD_INPUT', { detail: '所选数据规则不存在，请刷新后重新选择' })
    const { rows: saved } = await sql<{ id: string }>`
      update sys_role_permission set data_rule_ids = ${ids.length === 0 ? null : ids.join(',')},
        operate_date = ${new Date(ctx.clock.now())}, operate_ip = ${request.ip}
      where role_id = ${input.roleId} and permission_id = ${input.permissionId} returning id`.execute(tx)
    if (saved.length === 0) throw fail('REFUSED', { detail: '请先保存角色菜单权限!' })
    await recordAudit(tx, {
      actor,
      content: `角色：${String(found['roleName'])} 的数据规则改为 ${rules.map(({ ruleName }) => ruleName).join('、') || '无'}`,
      operateType: 3,
      origin: originOf(request),
      now: ctx.clock.now(),
    })
    emit('permissions.changed', { userIds: 'all' })
  })
}
