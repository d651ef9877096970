import { permissionOf, type Resource } from '@suoan/contract'
import {
  and,
  everything,
  nothing,
  rulesToFilter,
  type DataRule,
  type Filter,
  type RuleVariables,
} from '@suoan/kit/filter'
import { groupBy } from '@suoan/kit/group'
import { shanghaiTime } from '@suoan/kit/shanghai'
import type { Actor, Context } from '../context.ts'
import { fail } from '../fail.ts'
import { compile } from '../db/compile.ts'
import { runSql, type Queryable } from '../db/run-sql.ts'

/**
 * What a statement may touch. Every method of the store takes one, so nothing can be read or written without it: the
 * tenant and the data rules are ANDed to every statement, outside whatever the client asked for.
 */
export interface Scope {
  readonly tenantId: number
  /** Null when the system acts by itself (seed, device events). */
  readonly actor: Actor | null
  readonly filter: Filter
}

/** Which rows somebody may see who has the page, beyond his data rules: his own, those that are not kept from him. */
export type Sight = (actor: Actor) => Filter

const sights = new WeakMap<Resource, Sight>()

/** Gives a resource its sight. It holds for every verb, picker and call that asks for `dataScope`. */
export function defineSight(resource: Resource, sight: Sight): void {
  sights.set(resource, sight)
}

/**
 * The caller's scope on a resource (4-api.md §4.7). Throws `DATA_RULE_BROKEN` naming the rule when one cannot be
 * applied (unknown column, operator or variable, SQL text), and `FORBIDDEN` without the action's permission.
 */
export async function scopeFor(
  ctx: Context,
  actor: Actor,
  resource: Resource,
  action = 'list',
): Promise<Scope> {
  const permission = permissionOf(resource, action)
  if (!actor.permissions.has(permission)) throw fail('FORBIDDEN')
  return await dataScope(ctx, actor, resource, permission)
}

/**
 * The caller's data scope where the endpoint has its own permission (pickers, commands). Seeing needs a permission
 * first: a list's of the resource or one of `shownBy`, the permissions of the call that shows the rows; whoever has none of them
 * sees nothing, whatever rules there are or are not. `anybody` is for rows that every signed-in person may choose from.
 */
export async function dataScope(
  ctx: Context,
  actor: Actor,
  resource: Resource,
  ...shownBy: readonly (string | Anybody)[]
): Promise<Scope> {
  const scope = await figureScope(ctx, actor, resource, ...shownBy)
  const sight = sights.get(resource)
  return sight ? { ...scope, filter: and(scope.filter, sight(actor)) } : scope
}

/** The scope of figures that name no row: data rules hold, what only rows may not tell (`defineSight`) is counted. */
export async function figureScope(
  ctx: Context,
  actor: Actor,
  resource: Resource,
  ...shownBy: readonly (string | Anybody)[]
): Promise<Scope> {
  const { tenantId } = actor
  const pages = [permissionOf(resource, 'list'), ...resource.listedBy, ...shownBy]
  if (!pages.some((code) => code === anybody || actor.permissions.has(code)))
    return { tenantId, actor, filter: nothing }
  const filters: Filter[] = []
  for (const rules of await rulesOn(ctx, actor, resource, pages))
    filters.push(filterOf(ctx, actor, resource, rules))
  return { tenantId, actor, filter: and(...filters) }
}

function filterOf(ctx: Context, actor: Actor, resource: Resource, rules: readonly DataRule[]): Filter {
  const reading = rulesToFilter(rules, variablesOf(ctx, actor), compile(resource).filterFields)
  if (reading.ok) return reading.filter
  ctx.log.error(
    { resource: resource.name, reason: reading.reason, user: actor.username },
    'a data rule is broken',
  )
  const rule = rules.find(({ ruleName }) => ruleName && reading.reason.includes(ruleName)) ?? rules[0]
  throw fail(
    'DATA_RULE_BROKEN',
    { rule: rule?.ruleName ?? rule?.ruleColumn ?? '' },
    { reason: reading.reason },
  )
}

/** Says that rows may be chosen by everybody who is signed in; no permission code looks like it. */
export const anybody = Symbol('anybody')
type Anybody = typeof anybody

/**
 * The rules of the list, and of each other page of the same resource what it adds to them: within one page the last rule
 * of a column holds, and a wide one of one page must not replace a narrow one of another.
 */
async function rulesOn(
  ctx: Context,
  actor: Actor,
  resource: Resource,
  pages: readonly (string | Anybody)[],
): Promise<(readonly DataRule[])[]> {
  const byPermission = await rulesOf(ctx, actor)
  const held = new Set<DataRule>()
  return pages.flatMap((code) => {
    // A page of something else has its rules on its own columns.
    if (typeof code !== 'string' || !code.startsWith(`${resource.permission}:`)) return []
    const rules = byPermission.get(code) ?? []
    if (rules.every((rule) => held.has(rule))) return []
    for (const rule of rules) held.add(rule)
    return [rules]
  })
}

/** The scope of the system itself within one tenant. */
export function systemScope(tenantId: number): Scope {
  return { tenantId, actor: null, filter: everything }
}

/** A data rule in force. */
export type BindingRule = DataRule & { readonly id: string }
/** Rules by the permission whose rows they narrow. */
export type RulesByPermission = ReadonlyMap<string, readonly BindingRule[]>

/** An actor lives as long as its session's cached grants, so a change of permissions drops these rules with it. */
const loadedRules = new WeakMap<Actor, Promise<RulesByPermission>>()

/** The data rules that bind the caller, by the permission whose rows they narrow, as they were when his grants were read. */
export function rulesOf(ctx: Context, actor: Actor): Promise<RulesByPermission> {
  const known = loadedRules.get(actor)
  if (known) return known
  const loading = loadRules(ctx.pool, actor)
  loadedRules.set(actor, loading)
  loading.catch(() => loadedRules.delete(actor))
  return loading
}

// A rule hangs on the type-2 row `<permission>:list` or on the menu row above it. `given` are links of people and such rows.
const rulesText = (given: string): string => `
  select g.user_id as "userId", r.id, r.rule_name as "ruleName", r.rule_column as "ruleColumn",
    r.rule_conditions as "ruleConditions", r.rule_value as "ruleValue",
    array(select c.perms from sys_permission c
      where (c.id = p.id or c.parent_id = p.id) and c.menu_type = 2 and c.del_flag = 0 and c.perms <> '') as perms
  from (${given}) g
  join sys_permission p on p.id = g.permission_id and p.del_flag = 0
  join sys_permission_data_rule r on r.permission_id = p.id and r.id = any(string_to_array(g.data_rule_ids, ','))
  where r.status = '1'
  order by r.create_time, r.id`

/** Links by department roles that count in the tenant; `users` and `tenant` are parameters. */
const byDepartRoles = (users: string, tenant: string): string => `
  select u.user_id, d.permission_id, d.data_rule_ids from sys_depart_role_permission d
    join sys_depart_role_user u on u.drole_id = d.role_id
    join sys_depart_role dr on dr.id = d.role_id and dr.tenant_id in (${tenant}, 0) where u.user_id = any(${users}::text[])`

type RuleRow = BindingRule & { readonly userId: string; readonly perms: readonly string[] }

async function loadRules(
  db: Queryable,
  { roleIds, userId, tenantId }: Pick<Actor, 'roleIds' | 'userId' | 'tenantId'>,
): Promise<RulesByPermission> {
  const rows = await runSql<RuleRow>(
    db,
    rulesText(`
      select ''::text as user_id, permission_id, data_rule_ids from sys_role_permission where role_id = any($1::text[])
      union all ${byDepartRoles('$2', '$3')}`),
    [roleIds, [userId], tenantId],
    'load-data-rules',
  )
  return byPermission(rows)
}

/** The rules that bind each of these people in a tenant, as their roles are in the database at this moment. */
export async function loadRulesOf(
  db: Queryable,
  tenantId: number,
  userIds: readonly string[],
): Promise<(userId: string) => RulesByPermission> {
  const rows = await runSql<RuleRow>(
    db,
    rulesText(`
      select ur.user_id, rp.permission_id, rp.data_rule_ids from sys_user_role ur
        join sys_role ro on ro.id = ur.role_id and ro.tenant_id in ($2, 0)
        join sys_role_permission rp on rp.role_id = ro.id where ur.user_id = any($1::text[])
      union all ${byDepartRoles('$1', '$2')}`),
    [userIds, tenantId],
    'load-data-rules-of',
  )
  const ofUser = groupBy(rows, ({ userId }) => userId)
  return (userId) => byPermission(ofUser.get(userId) ?? [])
}

function byPermission(rows: readonly RuleRow[]): RulesByPermission {
  const found = new Map<string, BindingRule[]>()
  for (const { perms, userId: _, ...rule } of rows) {
    for (const code of new Set(perms.flatMap((codes) => codes.split(',')))) {
      const rules = found.get(code.trim()) ?? []
      rules.push(rule)
      found.set(code.trim(), rules)
    }
  }
  return found
}

function variablesOf(ctx: Context, actor: Actor): RuleVariables {
  const now = shanghaiTime(ctx.clock.now())
  return {
    sys_user_code: actor.username,
    sys_user_name: actor.realname,
    sys_org_code: actor.orgCode,
    sys_multi_org_code: actor.orgCodes.join(','),
    sys_date: now.slice(0, 10),
    sys_time: now,
    bpm_status: '1',
    tenant_id: actor.tenantId,
  }
}
