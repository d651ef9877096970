import { isIn } from '@suoan/kit/filter'
import type { FastifyRequest } from 'fastify'
import { scopeFor, type Scope } from './scope.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Actor, Tx } from '../context.ts'
import { actorOf } from '../http/access.ts'
import { requestParams } from '../http/bind.ts'
import { fail, failUnseen } from '../fail.ts'
import { answered, type Answered } from '../http/route.ts'
import { originOf, recordAudit } from './audit.ts'
import type { RowRecord } from '../db/compile.ts'
import type { HookCall, ListCall } from './hooks.ts'
import type { MountedResource, VerbHandler } from './mounted-resource.ts'
import { checkedDraft } from './read-draft.ts'
import { idOf } from './read-verbs.ts'
import { hiddenColumns, takeWithheld } from './hidden-columns.ts'
import { hideSensitive, refuseOtherMasks, takeMasked } from './sensitive.ts'
import { ownedWishes, refuseOwned, refuseOwnedInAdd } from './refuse-owned.ts'
import {
  addRow,
  announceChanged,
  refuseMisfits,
  removeRows,
  storeEdit,
  withoutUnchanged,
} from './write-rows.ts'

const add: VerbHandler = async (mounted, request) => {
  const { ctx, resource } = mounted
  const actor = actorOf(request)
  const input = requestParams(request)
  const scope = await scopeFor(ctx, actor, resource, 'add')
  const values = draftOf(mounted, request, input, 'add')
  await inTransaction(ctx, async (tx, emit) => {
    const call: HookCall = { tx, ctx, actor, scope, now: ctx.clock.now(), input, emit }
    const row = await addRow(mounted, values, call)
    refuseOwnedInAdd(resource, input, row)
    await recordAudit(
      tx,
      {
        actor,
        content: `${resource.title}：添加 ${labelOf(mounted, row)}`,
        operateType: 2,
        origin: originOf(request),
        now: call.now,
      },
      [{ resource, before: null, after: row }],
    )
  })
  return answered(null, resource.texts.added ?? '添加成功！')
}

const edit: VerbHandler = (mounted, request) => editRow(mounted, request, requestParams(request))

/** Edits the row that `input` names by its id, with the scope, the hooks and the audit of the verb. */
export async function editRow(
  mounted: MountedResource,
  request: FastifyRequest,
  asked: RowRecord,
): Promise<Answered<null>> {
  const { ctx, resource, store, hooks } = mounted
  // Clients send whole rows back (4-api.md §1.6): what was shown masked is no change.
  const actor = actorOf(request)
  const hidden = await hiddenColumns(ctx, actor, resource)
  const { rest: seen, sent: withheld } = takeWithheld(resource, hidden, asked)
  const { rest: input, sent } = takeMasked(resource, seen)
  const id = idOf(input['id'])
  const scope = await scopeFor(ctx, actor, resource, 'edit')
  const draft = draftOf(mounted, request, input, 'edit')
  const shown = await shownRow(mounted, { ctx, actor, scope, input }, id)
  const { untouched, said } = await inTransaction(ctx, async (tx, emit) => {
    const said: string[] = []
    const say = (text: string): void => void said.push(text)
    const call: HookCall = { tx, ctx, actor, scope, now: ctx.clock.now(), input, emit, say }
    const [before] = await store.findMany(tx, scope, [id], { lock: true })
    if (!before) throw failUnseen(resource.table, [id])
    refuseOtherMasks(resource, sent, before)
    const values = withoutUnchanged(mounted, draft, before)
    await refuseMisfits(mounted, tx, scope, values)
    refuseStale(mounted, actor, input['revision'], before, values)
    const wishes = ownedWishes(resource, input, before, shown)
    refuseOwned(wishes, Object.keys(values).length > 0)
    const after = await storeEdit(mounted, values, before, call)
    await recordAudit(
      tx,
      {
        actor,
        content: `${resource.title}：编辑 ${labelOf(mounted, after)}`,
        operateType: 3,
        origin: originOf(request),
        now: call.now,
      },
      [{ resource, before, after }],
    )
    await hooks.afterEdit?.(after as never, before as never, call)
    announceChanged(resource.name, scope, emit, [after])
    return { untouched: wishes.map(({ label }) => `“${label}”`), said: said.join('') }
  })
  const done = `${resource.texts.edited ?? '编辑成功!'}${said}`
  const kept = untouched.length === 0 ? '' : `${untouched.join('、')}由系统维护，未修改`
  const unseen =
    withheld.length === 0 ? '' : `${withheld.map((label) => `“${label}”`).join('、')}对您隐藏，未修改`
  return answered(null, `${done}${[kept, unseen].filter(Boolean).join('；')}`)
}

/** The row as clients see it: some fields are worked out for them. Read before the transaction, as `present` asks the pool. */
async function shownRow(
  { resource, store, hooks }: MountedResource,
  call: ListCall,
  id: string,
): Promise<RowRecord> {
  const { ctx, scope, input } = call
  const owned = Object.entries(resource.fields).filter(([, { derived }]) => derived)
  if (!hooks.present || !owned.some(([name]) => input[name] !== undefined && input[name] !== null)) return {}
  const row = await store.find(ctx.pool, scope, id)
  if (row) await hooks.present([row], call)
  return row ?? {}
}

const remove =
  (batch: boolean): VerbHandler =>
  async (mounted, request) => {
    const { ctx, resource, store, hooks } = mounted
    const actor = actorOf(request)
    const input = requestParams(request)
    const ids = batch ? idsOf(input['ids'] ?? input['id']) : [idOf(input['id'] ?? input['ids'])]
    const scope = await scopeFor(ctx, actor, resource, batch ? 'batch_delete' : 'delete')
    await inTransaction(ctx, async (tx, emit) => {
      const call: HookCall = { tx, ctx, actor, scope, now: ctx.clock.now(), input, emit }
      const rows = await store.findMany(tx, scope, ids, { lock: true })
      if (rows.length === 0) throw failUnseen(resource.table, ids)
      if (!hooks.beforeDelete) await refuseParents(mounted, tx, scope, rows)
      await removeRows(mounted, rows, call)
      const labels = rows.slice(0, 20).map((row) => labelOf(mounted, row))
      await recordAudit(
        tx,
        {
          actor,
          content: `${resource.title}：删除 ${labels.join('、')}${rows.length > 20 ? ` 等 ${rows.length} 条` : ''}`,
          operateType: 4,
          origin: originOf(request),
          now: call.now,
        },
        rows.map((before) => ({ resource, before, after: null })),
      )
    })
    const { deleted = '删除成功!', batchDeleted = '批量删除成功！' } = resource.texts
    return answered(null, batch ? batchDeleted : deleted)
  }

export const writeVerbs = { add, edit, delete: remove(false), deleteBatch: remove(true) } as const

const MOST_IDS = 1_000

/** A comma list, possibly with a trailing comma, or a JSON array. */
export function idsOf(value: unknown): string[] {
  const parts = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : []
  const ids = [...new Set(parts.map((part) => part.trim()))].filter(
    (part) => part !== '' && !part.includes('\0'),
  )
  if (ids.length === 0) throw fail('IDS_EMPTY')
  if (ids.length > MOST_IDS)
    throw fail('BAD_INPUT', { detail: `一次最多处理 ${MOST_IDS} 条记录，请分批操作` })
  return ids
}

function draftOf(
  mounted: MountedResource,
  request: FastifyRequest,
  input: RowRecord,
  mode: 'add' | 'edit',
): RowRecord {
  const { values, refused } = checkedDraft(mounted.resource, input, mode)
  const owned = [...mounted.compiled.columns.values()].filter(
    ({ field, name }) => field === null && name !== 'id' && name !== 'revision',
  )
  // The client of the specification sends whole rows back; only what differs in meaning is worth a line.
  const names =
    mode === 'add'
      ? [
          ...refused,
          ...owned.flatMap(({ name }) => (input[name] === undefined || input[name] === null ? [] : [name])),
        ]
      : []
  if (names.length > 0)
    request.log.warn(
      { resource: mounted.resource.name, fields: names },
      'server-owned fields of a draft were ignored',
    )
  return values
}

/** A client that says which revision it edited loses against a newer one and is shown the difference. */
function refuseStale(
  { resource }: MountedResource,
  actor: Actor,
  given: unknown,
  before: RowRecord,
  values: RowRecord,
): void {
  if (!resource.traits.revisioned || given === undefined || given === null || given === '') return
  if (Number(given) === before['revision']) return
  const shown = { ...before }
  hideSensitive(resource, actor, [shown])
  const difference = Object.entries(values).map(([field, yours]) => ({
    field,
    label: resource.fields[field]?.label ?? field,
    stored: shown[field] ?? null,
    yours,
  }))
  throw fail(
    'STALE',
    {},
    {
      revision: before['revision'],
      updateBy: before['updateBy'] ?? null,
      updateTime: before['updateTime'] ?? null,
      difference,
    },
  )
}

/** Without a hook of its own a tree keeps a row that others stand below. */
async function refuseParents(
  { resource, store }: MountedResource,
  tx: Tx,
  scope: Scope,
  rows: readonly RowRecord[],
): Promise<void> {
  const { tree } = resource.traits
  if (!tree) return
  const ids = rows.map((row) => String(row['id']))
  const children = await store.list(tx, scope, isIn(tree.parent, ids), { limit: ids.length + 1 })
  if (children.some((child) => !ids.includes(String(child['id'])))) {
    throw fail('IN_USE', { detail: `所选${resource.title}下还有下级，请先删除或移走下级` })
  }
}

function labelOf({ resource }: MountedResource, row: RowRecord): string {
  return String(row[resource.label] ?? row['id'])
}
