import { user, type Draft } from '@suoan/contract'
import { and, everything, isIn, type Filter } from '@suoan/kit/filter'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { defineHooks, type HookCall } from '@suoan/platform/resource'
import { endSessionsOf, takenNames } from '../session/index.ts'
import { mentionedIn, refuseInUse } from './in-use.ts'
import { linksIn, replaceDeparts, replaceRoles } from './links.ts'
import { addDepartTexts } from './depart-texts.ts'
import { addRoleTexts } from './role-texts.ts'
import { userSheet } from './sheet-links.ts'
import { refuseForeignLead } from './leads.ts'
import { isAdmin, refuseLastAdmin, refuseStrongerPeople } from './powers.ts'
import { refuseTakeover } from './sight.ts'

type UserDraft = Draft<typeof user>

/** What users respect beside plain CRUD (4-api.md §7.1, security.md V10–V13). */
export const userHooks = defineHooks(user, {
  async filter({ ctx, actor, input }): Promise<Filter> {
    const { departId, code } = input
    return and(
      typeof departId === 'string' && departId !== ''
        ? isIn('id', await membersOf(ctx, actor, departId.replaceAll('\0', '').slice(0, 64)))
        : everything,
      typeof code === 'string' && code !== '' ? isIn('id', linksIn(code) ?? []) : everything,
    )
  },
  async present(rows, { ctx, actor }) {
    await addDepartTexts(ctx.pool, actor.tenantId, rows)
    await addRoleTexts(ctx, actor, rows)
  },
  sheet: userSheet,

  beforeAdd: (draft, call) => beforeAdd([draft], call),
  beforeAddMany: beforeAdd,
  async afterAdd(row, call) {
    await applyLinks(row, call)
  },

  async beforeEdit(draft, before, { tx, ctx, actor }) {
    if (draft.status !== undefined)
      throw fail('REFUSED', { detail: '用户状态不能在编辑中修改，请用“冻结”或“解冻”' })
    // A code sent to the number signs in and resets the password; warnings about both go to the mail address.
    if (isOther(draft.phone, before.phone) || isOther(draft.email, before.email))
      await refuseTakeover(tx, actor, [before.id])
    // Nobody makes himself a superior (security.md V12).
    if (before.id === actor.userId && !isAdmin(actor)) {
      delete draft.userIdentity
      delete draft.departIds
    }
    if ((draft.userIdentity ?? before.userIdentity) !== 2) {
      if (before.departIds) draft.departIds = null
      else delete draft.departIds
    }
    if (draft.departIds) await refuseForeignLead(ctx, tx, actor, draft.departIds, before.departIds)
    if (draft.relTenantIds !== undefined) {
      const tenants = await tenantsFor(tx, actor, draft.relTenantIds ?? '', before.relTenantIds)
      if (tenants === before.relTenantIds) delete draft.relTenantIds
      else {
        draft.relTenantIds = tenants
        // Sent into another tenant, an administrator is lost to this one.
        await refuseLastAdmin(tx, [before.id])
        for (const tenantId of tenantsLeft(before.relTenantIds, tenants))
          await refuseInUse(ctx, tx, { tenantId, ids: [before.id], removal: 'leave' })
      }
    }
  },
  async afterEdit(row, before, call) {
    await applyLinks(row, call)
    // The session answers carry the name and the tenants.
    if (row.realname !== before.realname || row.relTenantIds !== before.relTenantIds)
      call.emit('permissions.changed', { userIds: [row.id] })
    for (const tenantId of tenantsLeft(before.relTenantIds, row.relTenantIds))
      call.emit('account.ended', { tenantId, userId: row.id })
  },

  async beforeDelete(rows, { tx, ctx, actor }) {
    const ids = rows.map(({ id }) => id)
    if (ids.includes(actor.userId)) throw fail('REFUSED', { detail: '不能删除自己的账号' })
    await refuseStrongerPeople(tx, actor, ids)
    await refuseLastAdmin(tx, ids)
    await refuseInUse(ctx, tx, { tenantId: actor.tenantId, ids, removal: 'delete' })
  },
  async afterDelete(rows, { tx, emit, actor }) {
    for (const { id } of rows) emit('account.ended', { tenantId: actor.tenantId, userId: id })
    const ended = await endSessionsOf(
      tx,
      rows.map(({ id }) => id),
    )
    for (const { id, userId } of ended) emit('session.ended', { sessionId: id, userId, reason: 'deleted' })
  },
})

async function beforeAdd(drafts: readonly UserDraft[], { ctx, tx, actor }: HookCall): Promise<void> {
  const taken = await takenNames(
    tx,
    drafts.map(({ username }) => username ?? ''),
  )
  for (const draft of drafts) {
    const username = draft.username ?? ''
    if (taken.has(username))
      throw fail('BAD_INPUT', {
        detail: `用户账号“${username}”已存在、仅大小写不同或为系统保留，请换一个账号`,
      })
    // A new account is in force; freezing has its own call with its own guards.
    draft.status = 1
    if (draft.userIdentity !== 2) draft.departIds = null
    if (draft.departIds) await refuseForeignLead(ctx, tx, actor, draft.departIds)
    draft.relTenantIds = await tenantsFor(tx, actor, draft.relTenantIds ?? '')
  }
}

/** Tenants that an account is no longer in; who was in none worked in the tenant 0. */
function tenantsLeft(before: string | null, after: string | null): number[] {
  const listed = (text: string | null) => (text ? text.split(',').map(Number) : [0])
  const now = new Set(listed(after))
  return listed(before).filter((id) => !now.has(id))
}

/** Whether an edit changes a text; what it leaves out stays. */
const isOther = (next: string | null | undefined, before: string | null): boolean =>
  next !== undefined && (next ?? '') !== (before ?? '')

async function applyLinks(
  row: { readonly id: string; readonly username: string | null; readonly realname: string | null },
  call: HookCall,
): Promise<void> {
  const label = row.realname || row.username || row.id
  const roles = linksIn(call.input['selectedroles'])
  const departs = linksIn(call.input['selecteddeparts'])
  const lost = [
    roles !== undefined && (await replaceRoles(call, { id: row.id, label }, roles)),
    departs !== undefined && (await replaceDeparts(call, { id: row.id, label }, departs)),
  ]
  const { ctx, tx, actor } = call
  if (lost.includes(true)) call.say?.(await mentionedIn(ctx, tx, actor.tenantId, [row.id]))
}

async function membersOf(ctx: Context, actor: Actor, departId: string): Promise<string[]> {
  const { rows } = await ctx.pool.query<{ user_id: string }>(
    `select ud.user_id from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
     where d.id = $1 and d.tenant_id = $2`,
    [departId, actor.tenantId],
  )
  return rows.map((row) => row.user_id)
}

/** In which tenants an account may sign in: inside a tenant only there; from the platform, any that exist (V11). */
async function tenantsFor(
  tx: Tx,
  actor: Actor,
  asked: string,
  before: string | null = null,
): Promise<string | null> {
  if (actor.tenantId !== 0) return String(actor.tenantId)
  const ids = linksIn(asked) ?? []
  // Out of all tenants he works on the platform: that is a choice of tenants too.
  if (ids.join(',') === (before ?? '')) return before
  if (!isAdmin(actor)) throw fail('REFUSED', { detail: '只有系统管理员可以指定用户的租户' })
  if (ids.length === 0) return null
  const { rows } = await sql<{ id: number }>`
    select id from sys_tenant where id::text = any(${ids}::text[]) and del_flag = 0`.execute(tx)
  if (rows.length < ids.length) throw fail('BAD_INPUT', { detail: '“租户”所选的记录不存在，请重新选择' })
  return ids.join(',')
}
