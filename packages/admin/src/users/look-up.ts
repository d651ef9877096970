import { user, type Page } from '@suoan/contract'
import {
  and,
  contains,
  eq,
  everything,
  isIn,
  readFieldValue,
  type Filter,
  type FilterValue,
} from '@suoan/kit/filter'
import type { Actor, Context } from '@suoan/platform/context'
import { dataScope, scopeFor } from '@suoan/platform/resource/scope'
import { failUnseen } from '@suoan/platform/fail'
import { hiddenColumns, refuseHidden, refuseHiddenParams } from '@suoan/platform/resource/hidden-columns'
import {
  compile,
  idsOf,
  present,
  readListQuery,
  resourceStore,
  type RowRecord,
} from '@suoan/platform/resource'
import { addDepartTexts } from './depart-texts.ts'
import { platformRoles } from './powers.ts'

type UserRow = RowRecord & { id: string }
const MOST = 1_000

/** Rows of a filter within the caller's scope, with texts. */
export async function findUsers(ctx: Context, actor: Actor, filter: Filter): Promise<UserRow[]> {
  refuseHidden(user, await hiddenColumns(ctx, actor, user), filter)
  const scope = await scopeFor(ctx, actor, user)
  const rows = await resourceStore(user).list(ctx.pool, scope, filter, { limit: MOST })
  return await withTexts(ctx, actor, rows)
}

/** A page of users; `scope` is the caller's, whatever permission the call itself asks for. */
export async function pageUsers(
  ctx: Context,
  actor: Actor,
  params: RowRecord,
  filter: Filter,
  signal: AbortSignal,
  shownBy: Parameters<typeof dataScope>[3] = 'system:role:list',
): Promise<Page<UserRow>> {
  const scope = await dataScope(ctx, actor, user, shownBy)
  const page = await resourceStore(user).page(
    ctx,
    scope,
    await readListQuery(ctx, compile(user), actor, params, filter),
    signal,
  )
  return { ...page, records: await withTexts(ctx, actor, page.records) }
}

async function withTexts(ctx: Context, actor: Actor, rows: RowRecord[]): Promise<UserRow[]> {
  await present(ctx, user, actor, rows, () => addDepartTexts(ctx.pool, actor.tenantId, rows))
  return rows.map((row) => ({ ...row, id: String(row['id']) }))
}

/** Whether the user can be seen by the caller; refuses like for one that does not exist. */
export async function mustSee(ctx: Context, actor: Actor, userId: string): Promise<void> {
  const scope = await scopeFor(ctx, actor, user)
  if (!(await resourceStore(user).find(ctx.pool, scope, userId))) throw failUnseen(user.table, [userId])
}

/** People in force for a picker; with a department also those of the departments below it (code prefix). */
export async function pickUsers(
  ctx: Context,
  actor: Actor,
  input: {
    departId?: string | undefined
    username?: string | undefined
    realname?: string | undefined
    sex?: string | undefined
    birthday?: string | undefined
    id?: string | undefined
    pageNo: number
    pageSize: number
  },
  signal: AbortSignal,
): Promise<Page<UserRow>> {
  const given = (value: string | undefined): value is string => value !== undefined && value !== ''
  refuseHiddenParams(user, await hiddenColumns(ctx, actor, user), input)
  const filter = and(
    eq('status', 1),
    given(input.departId) ? isIn('id', await membersBelow(ctx, actor, input.departId)) : everything,
    given(input.id) ? isIn('id', input.id.split(',').filter(Boolean).slice(0, MOST)) : everything,
    given(input.username) ? contains('username', input.username) : everything,
    given(input.realname) ? contains('realname', input.realname) : everything,
    equals('sex', input.sex),
    equals('birthday', input.birthday),
  )
  return await pageUsers(ctx, actor, { pageNo: input.pageNo, pageSize: input.pageSize }, filter, signal)
}

/** One value of a field; what the field cannot hold is nobody's. */
function equals(field: string, typed: string | undefined): Filter {
  const type = compile(user).filterFields[field]?.type
  if (typed === undefined || typed === '' || type === undefined) return everything
  const value = readFieldValue(type, typed)
  return value === undefined ? isIn('id', []) : eq(field, value)
}

async function membersBelow(ctx: Context, actor: Actor, departId: string): Promise<string[]> {
  const { rows } = await ctx.pool.query<{ user_id: string }>(
    `select distinct ud.user_id from sys_depart top
       join sys_depart d on d.tenant_id = top.tenant_id and starts_with(d.org_code, top.org_code)
       join sys_user_depart ud on ud.dep_id = d.id
     where top.id = $1 and top.tenant_id = $2`,
    [departId, actor.tenantId],
  )
  return rows.map((row) => row.user_id)
}

/** The users of a role of the tenant, or of one of the platform that may be given there. */
export async function membersOfRole(ctx: Context, actor: Actor, roleId: string): Promise<string[]> {
  const ofPlatform = (await platformRoles(ctx.pool, actor)).map(({ id }) => id)
  const { rows } = await ctx.pool.query<{ user_id: string }>(
    `select ur.user_id from sys_user_role ur join sys_role r on r.id = ur.role_id
     where r.id = $1 and (r.tenant_id = $2 or r.id = any($3::text[]))`,
    [roleId, actor.tenantId, ofPlatform],
  )
  return rows.map((row) => row.user_id)
}

/** Each named field is one of a comma list (4-api.md §7.1 `getMultiUser`); without any, nobody. */
export async function multiUsers(ctx: Context, actor: Actor, input: RowRecord): Promise<UserRow[]> {
  const filters = Object.entries(compile(user).filterFields).flatMap(([name, { type }]) => {
    const asked = input[name]
    if (typeof asked !== 'string' || asked === '') return []
    const values = asked
      .split(',')
      .filter((part) => part !== '' && !part.includes('\0'))
      .slice(0, MOST)
      .map((part) => readFieldValue(type, part))
      .filter((value): value is FilterValue => value !== undefined)
    return [isIn(name, values)]
  })
  return filters.length === 0 ? [] : await findUsers(ctx, actor, and(...filters))
}

/** Users by id, for filling in chosen values. */
export async function usersByIds(
  ctx: Context,
  actor: Actor,
  userIds: string | readonly string[],
): Promise<UserRow[]> {
  return await findUsers(ctx, actor, isIn('id', idsOf(userIds)))
}
