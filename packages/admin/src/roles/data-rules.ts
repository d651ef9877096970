import { permissionDataRule, type Resource, type RuleChoice } from '@suoan/contract'
import { eq } from '@suoan/kit/filter'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context } from '@suoan/platform/context'
import { dataScope, scopeFor, systemScope } from '@suoan/platform/resource/scope'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail, failUnseen } from '@suoan/platform/fail'
import { originOf, present, recordAudit, resourceStore } from '@suoan/platform/resource'
import { isAdmin, watchSight } from '../users/index.ts'

const ruleStore = resourceStore(permissionDataRule)

/** Whoever has menus and may have data rules ticked on them: a role, a department, a department role. */
export interface RuleHolder {
  readonly resource: Resource
  /** Its links to menus. */
  readonly table: 'sys_role_permission' | 'sys_depart_permission' | 'sys_depart_role_permission'
  readonly column: 'role_id' | 'depart_id'
  /** What is answered while it does not have the menu yet (4-api.md §7.2, §7.5). */
  readonly unsaved: string
  /** The people whom the rules ticked here bind; without it they bind nobody. */
  people?(db: Context['db'], id: string): Promise<readonly string[]>
  /** Rules that may be ticked here; without it, every rule of the menu. */
  offers?(db: Context['db'], id: string, permissionId: string): Promise<ReadonlySet<string>>
}

/** The data rules of a menu, and which of them are ticked for a holder; null when the menu has none. */
export async function rulesFor(
  ctx: Context,
  actor: Actor,
  holder: RuleHolder,
  { permissionId, id }: { readonly permissionId: string; readonly id: string },
): Promise<RuleChoice | null> {
  const scope = await dataScope(ctx, actor, holder.resource)
  if (!(await resourceStore(holder.resource).find(ctx.pool, scope, id)))
    throw failUnseen(holder.resource.table, [id])
  const offered = await holder.offers?.(ctx.db, id, permissionId)
  const all = await ruleStore.list(ctx.pool, systemScope(0), eq('permissionId', permissionId))
  const rules = all.filter((rule) => offered?.has(String(rule['id'])) ?? true)
  if (rules.length === 0) return null
  await present(ctx, permissionDataRule, actor, rules)
  const { rows } = await sql<{ dataRuleIds: string | null }>`
    select data_rule_ids from ${sql.table(holder.table)}
    where ${sql.ref(holder.column)} = ${id} and permission_id = ${permissionId}`.execute(ctx.db)
  const checked = rows[0]?.dataRuleIds
  return {
    datarule: rules.map((rule) => ({ ...rule, id: String(rule['id']) })),
    ...(checked ? { drChecked: checked } : {}),
  }
}

/** Ticks the data rules of a holder on a menu it already has; effective with the next request. */
export async function saveRules(
  ctx: Context,
  actor: Actor,
  holder: RuleHolder,
  input: {
    readonly permissionId: string
    readonly id: string
    readonly dataRuleIds: string | readonly string[]
  },
  request: FastifyRequest,
): Promise<void> {
  const asked = typeof input.dataRuleIds === 'string' ? input.dataRuleIds.split(',') : [...input.dataRuleIds]
  const ids = [...new Set(asked.map((id) => id.trim()))].filter((id) => id !== '')
  const { resource } = holder
  const scope = await scopeFor(ctx, actor, resource, 'edit')
  await inTransaction(ctx, async (tx, emit) => {
    const [found] = await resourceStore(resource).findMany(tx, scope, [input.id], { lock: true })
    if (!found) throw failUnseen(resource.table, [input.id])
    const people = (await holder.people?.(tx, input.id)) ?? []
    // Taking a rule away widens what one sees; nobody does that for himself.
    if (!isAdmin(actor) && people.includes(actor.userId))
      throw fail('REFUSED', { detail: `不能修改自己所属${resource.title}的数据规则，请联系系统管理员` })
    const { rows: rules } = await sql<{ id: string; ruleName: string }>`
      select id, rule_name from sys_permission_data_rule
      where id = any(${ids}::text[]) and permission_id = ${input.permissionId}`.execute(tx)
    if (rules.length < ids.length) throw fail('BAD_INPUT', { detail: '所选数据规则不存在，请刷新后重新选择' })
    const offered = await holder.offers?.(tx, input.id, input.permissionId)
    const foreign = rules.find(({ id }) => offered && !offered.has(id))
    if (foreign)
      throw fail('REFUSED', {
        detail: `数据规则“${foreign.ruleName}”不在所属部门的范围内，请先在部门权限中勾选`,
      })
    const refuseWider = await watchSight(ctx, tx, actor, people)
    // The links of departments do not say when they were made.
    const stamp =
      holder.table === 'sys_depart_permission'
        ? sql``
        : sql`, operate_date = ${new Date(ctx.clock.now())}, operate_ip = ${request.ip}`
    const { rows: saved } = await sql<{ id: string }>`
      update ${sql.table(holder.table)} set data_rule_ids = ${ids.length === 0 ? null : ids.join(',')}${stamp}
      where ${sql.ref(holder.column)} = ${input.id} and permission_id = ${input.permissionId} returning id`.execute(
      tx,
    )
    if (saved.length === 0) throw fail('REFUSED', { detail: holder.unsaved })
    await refuseWider()
    await recordAudit(tx, {
      actor,
      content: `${resource.title}：${String(found[resource.label])} 的数据规则改为 ${rules.map(({ ruleName }) => ruleName).join('、') || '无'}`,
      operateType: 3,
      origin: originOf(request),
      now: ctx.clock.now(),
    })
    emit('permissions.changed', { userIds: 'all' })
  })
}
