import { and, everything, type Filter } from '@suoan/kit/filter'
import { actorOf } from '../http/access.ts'
import { closedSignal } from '../http/closed-signal.ts'
import { requestParams } from '../http/bind.ts'
import { failAbsent, failUnseen } from '../fail.ts'
import { scopeFor } from './scope.ts'
import type { Actor } from '../context.ts'
import type { RowRecord } from '../db/compile.ts'
import type { ListCall } from './hooks.ts'
import type { MountedResource, VerbHandler } from './mounted-resource.ts'
import { hiddenColumns, refuseHiddenParams } from './hidden-columns.ts'
import { present } from './present.ts'
import { readListQuery } from './read-list-query.ts'

/** `list` (4-api.md §4): scope → what was asked for → page and total → texts. */
const list: VerbHandler = async (mounted, request, reply) => {
  const { ctx, resource, compiled, store, hooks } = mounted
  const actor = actorOf(request)
  const input = requestParams(request)
  const scope = await scopeFor(ctx, actor, resource)
  const call: ListCall = { ctx, actor, scope, input }
  const extra = await listedRows(mounted, call)
  const query = await readListQuery(ctx, compiled, actor, input, extra, (ignored) =>
    request.log.info({ resource: resource.name, ignored }, 'conditions of an advanced query were left out'),
  )
  const page = await store.page(ctx, scope, query, closedSignal(reply))
  await present(ctx, resource, actor, page.records, () => hooks.present?.(page.records, call))
  return page
}

/** `queryById`: a row out of scope is answered like one that does not exist. */
const queryById: VerbHandler = async (mounted, request) => {
  const input = requestParams(request)
  const id = idOf(input['id'])
  const [row] = await shownRows(mounted, actorOf(request), [id], input)
  if (!row) throw failUnseen(mounted.resource.table, [id])
  return row
}

/** The rows of these ids as this person may see them now: within his scope, with texts, masked. */
export async function shownRows(
  mounted: MountedResource,
  actor: Actor,
  ids: readonly string[],
  input: RowRecord = {},
): Promise<RowRecord[]> {
  const { ctx, resource, store, hooks } = mounted
  const listed = await scopeFor(ctx, actor, resource)
  const extra = await listedRows(mounted, { ctx, actor, scope: listed, input: noParameters })
  const scope = { ...listed, filter: and(listed.filter, extra) }
  const rows = await store.findMany(ctx.pool, scope, ids)
  await present(ctx, resource, actor, rows, () => hooks.present?.(rows, { ctx, actor, scope, input }))
  return rows
}

/** What the list of a resource leaves out by its own hook, for this person and these parameters. */
export async function listedRows(
  { ctx, resource, hooks }: Pick<MountedResource, 'ctx' | 'resource' | 'hooks'>,
  call: ListCall,
): Promise<Filter> {
  if (!hooks.filter) return everything
  // A hook may take a parameter for its own and hand on a condition that no longer tells who asked it.
  refuseHiddenParams(resource, await hiddenColumns(ctx, call.actor, resource), call.input)
  return await hooks.filter(call)
}

/** Of a row asked for by its id: what the list keeps from somebody holds, what he once asked the list for does not. */
export const noParameters: RowRecord = {}

export const readVerbs = { list, queryById } as const

/** The `id` of a request; an absent or odd one belongs to no row. */
export function idOf(value: unknown): string {
  const id = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  if (id === '' || id.includes('\0')) throw failAbsent()
  return id
}
