import { followsDepartment, rulesInForce } from '@suoan/kit/filter'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { loadGrantsOf } from '@suoan/platform/http/load-grants'
import {
  loadRulesOf,
  rulesOf,
  type BindingRule,
  type RulesByPermission,
} from '@suoan/platform/resource/scope'
import { isAdmin, refuseStrongerPeople } from './powers.ts'

/** What somebody holds in a tenant, and the data rules that narrow what it shows him. */
interface Sight {
  readonly permissions: ReadonlySet<string>
  readonly orgCodes: readonly string[]
  readonly rules: RulesByPermission
}

/**
 * Asked before whatever changes the roles, grants, rules or departments of `userIds`; the answer is called at its end, in
 * the same transaction. Whoever is bound by a data rule thereby lets nobody, himself included, see more than he sees
 * himself: a rule hangs on the link of a role and a menu, so another role, a lost link, a later rule on the same column or
 * another department can each show more. What somebody could see before is no reason to refuse (decision 0975). Throws
 * `REFUSED`; the transaction takes everything back. Administrators are not asked.
 */
export async function watchSight(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  userIds: readonly string[],
): Promise<() => Promise<void>> {
  const mine = await boundSight(ctx, actor)
  if (mine === null) return async () => {}
  const ids = [...new Set([actor.userId, ...userIds])]
  const before = await sightsOf(tx, actor.tenantId, ids)
  return async () => {
    const after = await sightsOf(tx, actor.tenantId, ids)
    for (const id of ids) {
      const [now, was] = [after(id), before(id)]
      for (const code of mine.rules.keys()) {
        const rule = escapedRule(now, mine, code)
        if (rule && !isAsBefore(now, was, code)) await refuseWider(tx, actor, id, rule)
      }
    }
  }
}

/** The same where nobody but the caller can come to see more. */
export async function refuseWiderOwn(ctx: Context, tx: Tx, actor: Actor): Promise<void> {
  const mine = await boundSight(ctx, actor)
  if (mine === null) return
  const own = (await sightsOf(tx, actor.tenantId, [actor.userId]))(actor.userId)
  for (const code of mine.rules.keys()) {
    const rule = escapedRule(own, mine, code)
    if (rule) await refuseWider(tx, actor, actor.userId, rule)
  }
}

/** Refuses to touch what decides how the lists of these permission codes are narrowed, where a data rule binds the caller there. */
export async function refuseBoundPages(
  ctx: Context,
  actor: Actor,
  codes: Iterable<string>,
  what: string,
): Promise<void> {
  const mine = await boundSight(ctx, actor)
  if (mine === null) return
  const pages = new Set(Array.from(codes, pageOf))
  for (const [code, rules] of mine.rules) {
    if (!pages.has(pageOf(code))) continue
    const names = rules.map(({ ruleName }) => `“${ruleName ?? ''}”`).join('、')
    throw fail('REFUSED', { detail: `您在这里受数据规则${names}限制，不能${what}，请由系统管理员操作` })
  }
}

/**
 * Refuses to take an account over (a new password, another telephone or mail address that resets it, no dynamic codes)
 * when it can do or see more than the caller, in any tenant where it works (security.md V13).
 */
export async function refuseTakeover(tx: Tx, actor: Actor, userIds: readonly string[]): Promise<void> {
  if (isAdmin(actor)) return
  await refuseStrongerPeople(tx, actor, userIds)
  const { rows } = await sql<{ id: string; realname: string; tenants: string[] }>`
    select id, coalesce(realname, username) as realname,
      string_to_array(coalesce(nullif(rel_tenant_ids, ''), '0'), ',') as tenants
    from sys_user where id = any(${[actor.userId, ...userIds]}::text[]) order by id`.execute(tx)
  const own = new Set(rows.find(({ id }) => id === actor.userId)?.tenants)
  for (const { id, realname, tenants } of rows) {
    if (id === actor.userId) continue
    for (const tenant of tenants) {
      if (!own.has(tenant))
        throw fail('REFUSED', { detail: `“${realname}”还属于其他租户，请由平台系统管理员操作` })
      const sights = await sightsOf(tx, Number(tenant), [actor.userId, id])
      const [mine, theirs] = [sights(actor.userId), sights(id)]
      if ([...theirs.permissions].some((code) => !mine.permissions.has(code)))
        throw fail('REFUSED', { detail: `“${realname}”的权限高于您，请联系系统管理员操作` })
      for (const code of mine.rules.keys()) {
        const rule = escapedRule(theirs, mine, code)
        if (rule)
          throw fail('REFUSED', {
            detail: `“${realname}”能看到限制您的数据规则“${rule.ruleName ?? ''}”以外的数据，请由系统管理员操作`,
          })
      }
    }
  }
}

/** What the caller sees, as his grants were read; null where nothing can be wider. */
async function boundSight(ctx: Context, actor: Actor): Promise<Sight | null> {
  if (isAdmin(actor)) return null
  const rules = await rulesOf(ctx, actor)
  return rules.size === 0 ? null : { permissions: actor.permissions, orgCodes: actor.orgCodes, rules }
}

async function sightsOf(
  tx: Tx,
  tenantId: number,
  userIds: readonly string[],
): Promise<(userId: string) => Sight> {
  const grants = await loadGrantsOf(tx, userIds)
  const rules = await loadRulesOf(tx, tenantId, userIds)
  return (userId) => {
    const { permissions = new Set<string>(), orgCodes = [] } = grants.get(userId)?.in(tenantId) ?? {}
    return { permissions, orgCodes, rules: rules(userId) }
  }
}

/** `system:user:` of `system:user:list`: the codes that show rows of one kind, which a rule of its list narrows together. */
const pageOf = (code: string): string => code.slice(0, code.lastIndexOf(':') + 1)

const onPage = (sight: Sight, code: string): string[] => {
  const page = pageOf(code)
  return [...sight.permissions].filter((held) => held.startsWith(page))
}

/** A rule that narrows `code` for `outer` and does not for `inner`, who can open the page as well. */
function escapedRule(inner: Sight, outer: Sight, code: string): BindingRule | undefined {
  if (onPage(inner, code).length === 0) return undefined
  const held = new Map(rulesInForce(inner.rules.get(code) ?? []).map((rule) => [contentOf(rule), rule]))
  return rulesInForce(outer.rules.get(code) ?? []).find((rule) => {
    if (!held.has(contentOf(rule))) return true
    if (!followsDepartment(rule)) return false
    const reaches = (own: string, theirs: string) =>
      rule.ruleConditions?.toUpperCase().endsWith('LIKE') ? theirs.startsWith(own) : theirs === own
    return !inner.orgCodes.every((their) => outer.orgCodes.some((own) => reaches(own, their)))
  })
}

/** Rules are alike by what they say, whichever menu they hang on. */
const contentOf = ({ ruleColumn, ruleConditions, ruleValue }: BindingRule): string =>
  [ruleColumn, ruleConditions?.toUpperCase(), ruleValue].map((part) => part?.trim() ?? '').join('\n')

/** Whether somebody sees no more on a page than he did. */
function isAsBefore(now: Sight, was: Sight, code: string): boolean {
  const held = new Set(onPage(was, code))
  return onPage(now, code).every((each) => held.has(each)) && escapedRule(now, was, code) === undefined
}

async function refuseWider(tx: Tx, actor: Actor, userId: string, rule: BindingRule): Promise<never> {
  const name = rule.ruleName ?? ''
  if (userId === actor.userId)
    throw fail('REFUSED', {
      detail: `这样修改后，限制您自己的数据规则“${name}”不再起作用，请由系统管理员操作`,
    })
  const { rows } = await sql<{ realname: string }>`
    select coalesce(realname, username) as realname from sys_user where id = ${userId}`.execute(tx)
  throw fail('REFUSED', {
    detail: `这样修改后，“${rows[0]?.realname ?? ''}”能看到限制您的数据规则“${name}”以外的数据，请由系统管理员操作`,
  })
}
