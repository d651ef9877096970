import { permissionDataRule, permissionOf, type DataRuleRow } from '@suoan/contract'
import {
  and,
  contains,
  eq,
  everything,
  rulesToFilter,
  type DataRule,
  type RuleVariables,
} from '@suoan/kit/filter'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { systemScope } from '@suoan/platform/resource/scope'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail, failAbsent } from '@suoan/platform/fail'
import {
  checkedDraft,
  compile,
  engineOf,
  originOf,
  present,
  recordAudit,
  resourceStore,
  type RowChange,
  type RowRecord,
} from '@suoan/platform/resource'
import { isAdmin, refuseBoundPages } from '../users/index.ts'

const store = resourceStore(permissionDataRule)

/** The data rules of a menu, newest first. */
export async function listRules(
  ctx: Context,
  actor: Actor,
  query: {
    readonly permissionId: string
    readonly ruleName?: string | undefined
    readonly ruleValue?: string | undefined
  },
): Promise<DataRuleRow[]> {
  const { permissionId, ruleName, ruleValue } = query
  const filter = and(
    eq('permissionId', permissionId),
    ruleName ? contains('ruleName', ruleName) : everything,
    ruleValue ? contains('ruleValue', ruleValue) : everything,
  )
  const rows = await store.list(ctx.pool, systemScope(0), filter)
  await present(ctx, permissionDataRule, actor, rows)
  return rows.map((row) => ({ ...row, id: String(row['id']) }))
}

/** Stores a rule that can be applied; one that could not would shut its readers out (4-api.md §4.7). */
export async function addRule(
  ctx: Context,
  actor: Actor,
  input: RowRecord,
  request: FastifyRequest,
): Promise<void> {
  const { values } = checkedDraft(permissionDataRule, input, 'add')
  await changeRule(ctx, actor, '新增', request, async (tx, now) => {
    await refuseUnusable(ctx, tx, values)
    const after = await store.insert(tx, { ...systemScope(0), actor }, values, now)
    return { resource: permissionDataRule, before: null, after }
  })
}

/** Changes a data rule of a menu; it stays with its menu, and one that could not be applied is refused. */
export async function editRule(
  ctx: Context,
  actor: Actor,
  input: RowRecord & { readonly id: string },
  request: FastifyRequest,
): Promise<void> {
  const { values } = checkedDraft(permissionDataRule, input, 'edit')
  await changeRule(ctx, actor, '编辑', request, async (tx, now) => {
    const before = await ownRule(ctx, tx, actor, input.id)
    if (values['permissionId'] !== undefined && values['permissionId'] !== before['permissionId'])
      throw fail('BAD_INPUT', { detail: '数据规则不能换到别的菜单，请在那里新建' })
    await refuseUnusable(ctx, tx, { ...before, ...values })
    const revision = input['revision']
    const after = await store.update(
      tx,
      { ...systemScope(0), actor },
      input.id,
      values,
      now,
      revision === undefined || revision === null || revision === '' ? undefined : Number(revision),
    )
    if (!after) throw fail('STALE')
    return { resource: permissionDataRule, before, after }
  })
}

/** Removes a rule everywhere it was ticked. */
export async function deleteRule(
  ctx: Context,
  actor: Actor,
  id: string,
  request: FastifyRequest,
): Promise<void> {
  await changeRule(ctx, actor, '删除', request, async (tx, now) => {
    const before = await ownRule(ctx, tx, actor, id)
    await store.remove(tx, { ...systemScope(0), actor }, [id], now)
    for (const table of ['sys_role_permission', 'sys_depart_permission', 'sys_depart_role_permission'])
      await sql`update ${sql.table(table)} set data_rule_ids =
          nullif(array_to_string(array_remove(string_to_array(data_rule_ids, ','), ${id}), ','), '')
        where permission_id = ${before['permissionId']} and data_rule_ids is not null`.execute(tx)
    return { resource: permissionDataRule, before, after: null }
  })
}

async function changeRule(
  ctx: Context,
  actor: Actor,
  what: string,
  request: FastifyRequest,
  change: (tx: Tx, now: number) => Promise<RowChange>,
): Promise<void> {
  await inTransaction(ctx, async (tx, emit) => {
    const now = ctx.clock.now()
    const changed = await change(tx, now)
    const row = changed.after ?? changed.before ?? {}
    // The mark beside the menu says whether there is anything to tick.
    await sql`update sys_permission p set rule_flag =
        case when exists (select 1 from sys_permission_data_rule r where r.permission_id = p.id) then 1 else 0 end
      where p.id = ${row['permissionId']}`.execute(tx)
    const operateType = changed.before === null ? 2 : changed.after === null ? 4 : 3
    await recordAudit(
      tx,
      {
        actor,
        content: `数据规则：${what} ${String(row['ruleName'])}`,
        operateType,
        origin: originOf(request),
        now,
      },
      [changed],
    )
    emit('permissions.changed', { userIds: 'all' })
  })
}

/** The rule, locked; whoever is bound by it, or on its page, does not loosen it for himself or others. */
async function ownRule(ctx: Context, tx: Tx, actor: Actor, id: string): Promise<RowRecord> {
  const [rule] = await store.findMany(tx, systemScope(0), [id], { lock: true })
  if (!rule) throw failAbsent()
  if (isAdmin(actor)) return rule
  const { rows } = await sql`select 1 from (
      select data_rule_ids from sys_role_permission where role_id = any(${[...actor.roleIds]}::text[])
      union all
      select d.data_rule_ids from sys_depart_role_permission d
        join sys_depart_role_user u on u.drole_id = d.role_id where u.user_id = ${actor.userId}
    ) own where ${id} = any(string_to_array(own.data_rule_ids, ',')) limit 1`.execute(tx)
  if (rows.length > 0)
    throw fail('REFUSED', { detail: '该规则正约束您自己的角色，不能修改或删除，请联系系统管理员' })
  const { rows: narrowed } = await sql<{ perms: string }>`
    select perms from sys_permission
    where (id = ${rule['permissionId']} or parent_id = ${rule['permissionId']}) and menu_type = 2 and perms <> ''`.execute(
    tx,
  )
  await refuseBoundPages(
    ctx,
    actor,
    narrowed.flatMap(({ perms }) => perms.split(',')).map((code) => code.trim()),
    '修改或删除数据规则',
  )
  return rule
}

/** Values of the kind each variable has, to see whether a rule can be applied at all. */
const sampleVariables: Required<RuleVariables> = {
  sys_user_code: 'user',
  sys_user_name: '姓名',
  sys_org_code: 'A01',
  sys_multi_org_code: 'A01,A02',
  sys_date: '2026-01-01',
  sys_time: '2026-01-01 08:00:00',
  bpm_status: '1',
  tenant_id: 0,
}

async function refuseUnusable(ctx: Context, tx: Tx, rule: RowRecord): Promise<void> {
  const status = rule['status']
  if (status !== null && status !== undefined && status !== '0' && status !== '1')
    throw fail('BAD_INPUT', { detail: '“状态”的值不在可选范围内' })
  const { rows } = await sql<{ own: boolean; menuType: number; perms: string | null }>`
    select id = ${rule['permissionId']} as own, menu_type, perms from sys_permission
    where (id = ${rule['permissionId']} or parent_id = ${rule['permissionId']}) and del_flag = 0`.execute(tx)
  if (!rows.some(({ own }) => own)) throw fail('BAD_INPUT', { detail: '所选菜单不存在，请刷新后重试' })
  const codes = new Set(
    rows.filter(({ menuType }) => menuType === 2).flatMap(({ perms }) => (perms ?? '').split(',')),
  )
  const lists = engineOf(ctx)
    .resources()
    .filter((resource) => codes.has(permissionOf(resource, 'list')))
  if (lists.length === 0)
    throw fail('BAD_INPUT', {
      detail: '该菜单下没有可按数据规则过滤的列表，规则不会生效，请在列表所在的菜单上设置',
    })
  // Wire values of a checked draft.
  const asRule = rule as unknown as DataRule
  for (const resource of lists) {
    const reading = rulesToFilter([asRule], sampleVariables, compile(resource).filterFields)
    if (reading.ok) continue
    const which =
      lists.length > 1 ? `（该菜单有多个列表，此处指“${resource.title}”；也可设在单个“查询”按钮上）` : ''
    throw fail('BAD_INPUT', { detail: `${reading.reason.split('，请联系')[0]}${which}，请修改后再保存` })
  }
}
