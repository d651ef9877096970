import { role, type Page } from '@suoan/contract'
import { and, everything, isIn } from '@suoan/kit/filter'
import type { Actor, Context } from '@suoan/platform/context'
import {
  present,
  readListQuery,
  resourceStore,
  type MountedResource,
  type RowRecord,
} from '@suoan/platform/resource'
import { scopeFor, systemScope } from '@suoan/platform/resource/scope'
import { platformRoles } from '../users/index.ts'

/** The roles that somebody may see and give: those of his tenant, behind them those of the platform that he may give there. */
export async function choosableRoles(ctx: Context, actor: Actor): Promise<RowRecord[]> {
  const own = await resourceStore(role).list(ctx.pool, await scopeFor(ctx, actor, role), everything)
  const shared = (await platformRoles(ctx.pool, actor)).map(({ id }) => id)
  if (shared.length === 0) return own
  return [...own, ...(await resourceStore(role).list(ctx.pool, systemScope(0), isIn('id', shared)))]
}

/**
 * A page of roles. Inside a tenant those of the platform that may be given there follow the tenant's own, marked
 * `ofPlatform`: they are used, and neither edited nor deleted from there.
 */
export async function pageRoles(
  { ctx, compiled, store }: MountedResource,
  actor: Actor,
  input: RowRecord,
  signal: AbortSignal,
): Promise<Page<RowRecord>> {
  const scope = await scopeFor(ctx, actor, role)
  const page = await store.page(
    ctx,
    scope,
    await readListQuery(ctx, compiled, actor, input, everything),
    signal,
  )
  const shared = page.totalEstimated ? [] : await sharedRows(compiled, store, ctx, actor, input)
  // A count alone asks for no rows.
  const isCount = input['exactTotal'] !== undefined
  const before = (page.current - 1) * page.size
  const room = isCount ? 0 : page.size - page.records.length
  const from = Math.max(0, before - page.total)
  const records = [...page.records, ...shared.slice(from, from + room)]
  await present(ctx, role, actor, records)
  const total = page.total + shared.length
  return { ...page, records, total, pages: Math.ceil(total / page.size) }
}

async function sharedRows(
  compiled: MountedResource['compiled'],
  store: MountedResource['store'],
  ctx: Context,
  actor: Actor,
  input: RowRecord,
): Promise<RowRecord[]> {
  const ids = (await platformRoles(ctx.pool, actor)).map(({ id }) => id)
  if (ids.length === 0) return []
  const { filter } = await readListQuery(ctx, compiled, actor, input, everything)
  const rows = await store.list(ctx.pool, systemScope(0), and(filter, isIn('id', ids)))
  return rows.map((row) => ({ ...row, ofPlatform: true }))
}
