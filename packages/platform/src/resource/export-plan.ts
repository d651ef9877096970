import type { Actor } from '../context.ts'
import { and, isIn } from '@suoan/kit/filter'
import { createHash } from 'node:crypto'
import { plainPermission } from '@suoan/contract'
import { scopeFor, type Scope } from './scope.ts'
import type { RowRecord } from '../db/compile.ts'
import { hiddenColumns } from './hidden-columns.ts'
import type { ListCall } from './hooks.ts'
import type { MountedResource } from './mounted-resource.ts'
import type { ListQuery } from './page.ts'
import { present } from './present.ts'
import { readListQuery } from './read-list-query.ts'
import { listedRows, noParameters } from './read-verbs.ts'
import { cellsOf, listedFields, sheetFields, type SheetField } from './sheet-columns.ts'
import { exportTitles } from './sheet-writer.ts'
import type { SheetCell, SheetDescription } from './sheet.ts'

/** What an export of somebody is made of: his rows, in their order, and the columns that he is given. */
export interface ExportPlan {
  readonly call: ListCall
  readonly scope: Scope
  readonly query: ListQuery
  /** Chosen rows; empty where all of the filters are meant. */
  readonly ids: readonly string[]
  readonly fields: readonly SheetField[]
  readonly sheet: SheetDescription
}

/**
 * Reads the parameters of an export for whoever may export. `exportFields` names the columns and their order, all of the
 * sheet's by default; `selections` chooses rows by id; `paramsStr` carries the same parameters as one JSON text. Throws
 * `FORBIDDEN`, and `BAD_INPUT` for parameters that their fields cannot hold.
 */
export async function planExport(
  mounted: MountedResource,
  actor: Actor,
  given: RowRecord,
): Promise<ExportPlan> {
  const { ctx, resource, compiled, hooks } = mounted
  const input = withParamsStr(given)
  const scope = await scopeFor(ctx, actor, resource, 'export')
  const call: ListCall = { ctx, actor, scope, input }
  const selections = typeof input['selections'] === 'string' ? input['selections'] : ''
  const ids = selections
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  // Chosen rows are chosen by id; the filters that found them do not narrow the choice again.
  const asked = ids.length === 0 ? input : { column: input['column'], order: input['order'] }
  const extra = await listedRows(mounted, { ...call, input: asked })
  const read = await readListQuery(ctx, compiled, actor, asked, extra)
  const query = ids.length === 0 ? read : { ...read, filter: and(read.filter, isIn('id', ids)) }
  const hidden = await hiddenColumns(ctx, actor, resource)
  const isGiven = ({ name }: SheetField) => !hidden.has(name)
  const fields = chosenFields(
    sheetFields(compiled, hooks).filter(isGiven),
    input['exportFields'],
    listedFields(compiled).filter(isGiven),
  )
  const sheet = {
    name: '导出信息',
    titles: exportTitles(`${resource.title}数据`, actor.realname),
    columns: fields.map(({ heading }) => ({ heading })),
  }
  return { call, scope, query, ids, fields, sheet }
}

/** The rows of an export as cells, block by block; the database stops when `signal` aborts. */
export async function* exportedCells(
  { ctx, resource, store, hooks }: MountedResource,
  { call, scope, query, fields }: ExportPlan,
  signal: AbortSignal,
): AsyncGenerator<SheetCell[][]> {
  const toCells = cellsOf(fields)
  const hasParts = fields.some((field) => hooks.sheet?.columns.includes(field))
  const showParts = hasParts ? await hooks.sheet?.show(call) : undefined
  // What completes a row may read any of its columns.
  const names = hooks.present || hasParts ? undefined : new Set(fields.map(({ name }) => name))
  for await (const rows of store.stream(ctx.exportPool, scope, query, { pool: ctx.pool, signal }, names)) {
    await present(ctx, resource, call.actor, rows, () => hooks.present?.(rows, call))
    await showParts?.(rows)
    yield rows.map(toCells)
  }
}

/**
 * By what somebody's rows of a resource are chosen and shown, as one word: another word means that a file made by the
 * earlier one may hold what he may not see now. `at` is the moment that rules with a date in them mean, epoch ms.
 */
export async function rightsOf(mounted: MountedResource, actor: Actor, at: number): Promise<string> {
  const { ctx, resource } = mounted
  const then = { ...ctx, clock: { now: () => at } }
  const scope = await scopeFor(then, actor, resource, 'export')
  const extra = await listedRows(mounted, { ctx: then, actor, scope, input: noParameters })
  const filter = and(scope.filter, extra)
  const hidden = await hiddenColumns(ctx, actor, resource)
  const facts = [filter, [...hidden].toSorted(), actor.permissions.has(plainPermission)]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

/**
 * The columns of an export: those that `exportFields` names, in its order, as lists name theirs (`id,,code,name`, 4-api.md §4.1).
 * What is none of them is passed over; where nothing of it is one, the sheet has its usual columns.
 * @param usual the columns of the sheet
 * @param offered what may be chosen beside them
 */
export function chosenFields(
  usual: readonly SheetField[],
  asked: unknown,
  offered: readonly SheetField[] = usual,
): readonly SheetField[] {
  if (typeof asked !== 'string') return usual
  const byName = new Map([...offered, ...usual].map((field) => [field.name, field]))
  const names = new Set(asked.split(',').map((name) => name.trim().replace(/_dictText$/, '')))
  const chosen = [...names].flatMap((name) => byName.get(name) ?? [])
  return chosen.length === 0 ? usual : chosen
}

function withParamsStr(input: RowRecord): RowRecord {
  const text = input['paramsStr']
  if (typeof text !== 'string' || text === '') return input
  try {
    const given: unknown = JSON.parse(text)
    return typeof given === 'object' && given !== null ? { ...input, ...given } : input
  } catch (error) {
    if (error instanceof SyntaxError) return input
    throw error
  }
}
