import { isIn } from '@suoan/kit/filter'
import { sql } from 'kysely'
import type { Actor, Tx } from '../context.ts'
import { databaseRefusal } from '../db/database-refusal.ts'
import type { RowRecord } from '../db/compile.ts'
import type { Emit } from '../db/transaction.ts'
import { AppError, fail, fieldsOf, RuleRefusal } from '../fail.ts'
import { choiceOf } from './check-choices.ts'
import { engineOf } from './engine.ts'
import type { ApplyCells, HookCall } from './hooks.ts'
import type { ImportSheet, SheetLine } from './import-columns.ts'
import type { MountedResource } from './mounted-resource.ts'
import { readDraft } from './read-draft.ts'
import type { Scope } from './scope.ts'
import { placeInTree } from './import-tree.ts'
import { takeMasked } from './sensitive.ts'
import { valueOfCell, type KnownKeys } from './sheet-columns.ts'
import { addRow, addRows, addsTogether, changeRow } from './write-rows.ts'

/** Why a line could not be stored. */
export interface LineError {
  readonly kind: 'error'
  readonly line: SheetLine
  readonly reason: string
  /** Fields whose cells are to blame; empty where the reason names none. */
  readonly fields: readonly string[]
}

/** What came of one line. */
export type LineOutcome =
  | { readonly kind: 'insert'; readonly line: SheetLine; readonly after: RowRecord }
  | {
      readonly kind: 'change'
      readonly line: SheetLine
      readonly before: RowRecord
      readonly after: RowRecord
    }
  /** The stored row says the same. */
  | { readonly kind: 'same'; readonly line: SheetLine; readonly id: string }
  | LineError

/** An import under way: what it is of, who does it, and what it has met. */
export interface ImportRun {
  readonly mounted: MountedResource
  readonly actor: Actor
  readonly scope: Scope
  readonly sheet: ImportSheet
  /** The scope of changing rows that are there already; null refuses them. */
  readonly editing: Scope | null
  /** The line on which a key stands, by the key. */
  readonly seen: Map<string, number>
}

/** Rows of one transaction, and of one statement: few enough that a lock is not held long. */
export const BLOCK = 200

/** Line after line of one block, each through the checks and hooks of `add` or `edit`; good ones are stored in `tx`. */
export async function storeBlock(
  run: ImportRun,
  tx: Tx,
  emit: Emit,
  lines: readonly SheetLine[],
): Promise<LineOutcome[]> {
  const { mounted, editing } = run
  const known = await knownKeys(run, tx, lines)
  const work = new Map<SheetLine, Work>()
  const outcomes = new Map<SheetLine, LineOutcome>()
  // Rows that the block may change are found before it begins: none of them was added by it.
  const bodies = new Map<SheetLine, RowRecord>()
  for (const line of lines) bodies.set(line, await bodyOf(run, tx, line, known))
  const stored = editing === null ? none : await storedRows(run, tx, editing, [...bodies.values()])
  for (const [line, body] of bodies) {
    const key = editing === null ? null : keyOf(run, body)
    const earlier = key === null ? undefined : run.seen.get(key)
    if (key !== null && earlier === undefined) run.seen.set(key, line.line)
    const before = key === null ? undefined : stored.get(key)
    const { rest, sent } = before ? takeMasked(mounted.resource, body) : { rest: body, sent: noMasks }
    const { values, problems } = readDraft(mounted.resource, rest, before ? 'edit' : 'add')
    if (earlier !== undefined) {
      const reason = `与本文件第 ${earlier} 行是同一条记录，请只保留一行`
      outcomes.set(line, { kind: 'error', line, reason, fields: keyFields(run) })
    } else if (problems.length > 0) {
      const reason = problems.map(({ text }) => text).join('；')
      outcomes.set(line, { kind: 'error', line, reason, fields: problems.map(({ field }) => field) })
    } else work.set(line, { line, body, values, sent, before })
  }
  for (const error of await storedAlready(run, tx, [...work.values()])) {
    work.delete(error.line)
    outcomes.set(error.line, error)
  }
  const judged = { checked: known.checked, apply: await partsOf(run, tx) }
  for (const outcome of await storeTogether(run, tx, emit, [...work.values()], judged))
    outcomes.set(outcome.line, outcome)
  return lines.flatMap((line) => outcomes.get(line) ?? [])
}

/**
 * Lines whose key is stored already, refused without an attempt at them: an attempt takes back the rows around it, and a
 * file that is imported a second time has no other lines. In a tree the order of the lines decides, and each is tried.
 */
async function storedAlready(run: ImportRun, tx: Tx, work: readonly Work[]): Promise<LineError[]> {
  const { resource, store } = run.mounted
  const names = keyFields(run)
  const [first] = names
  if (run.editing !== null || resource.traits.tree !== undefined || first === undefined) return []
  const asked = work.flatMap(({ values }) => (keyOf(run, values) === null ? [] : [String(values[first])]))
  if (asked.length === 0) return []
  const found = await store.list(tx, run.scope, isIn(first, [...new Set(asked)]), { limit: 10_000 })
  const stored = new Set(found.flatMap((row) => keyOf(run, row) ?? []))
  // As the database's own refusal is told (store.ts): the id of a reference says nothing to people.
  const own = names.filter((name) => resource.fields[name]?.kind !== 'ref')
  const fields = own.length > 0 ? own : names
  return work
    .filter(({ values }) => stored.has(keyOf(run, values) ?? ''))
    .map(({ line, values }) => {
      const { message } = fail('DUPLICATE_FIELD', {
        label: fields.map((name) => resource.fields[name]?.label ?? name).join('、'),
        value: fields.map((name) => String(values[name])).join('、'),
      })
      return { kind: 'error', line, reason: message, fields }
    })
}

/** By what the lines of a block are judged, beside their own checks. */
interface Judged {
  /** References that exist. */
  readonly checked: ReadonlySet<string>
  /** Does what columns that are no fields say; undefined where the sheet has none. */
  readonly apply: ApplyCells | undefined
}

async function partsOf(
  { mounted: { ctx, hooks }, actor, sheet }: ImportRun,
  tx: Tx,
): Promise<ApplyCells | undefined> {
  const isAsked = sheet.columns.some(([, field]) => hooks.sheet?.columns.includes(field))
  return isAsked ? await hooks.sheet?.begin({ ctx, tx, actor }) : undefined
}

interface Work {
  readonly line: SheetLine
  readonly body: RowRecord
  readonly values: RowRecord
  readonly sent: ReadonlyMap<string, string>
  /** The stored row that the line changes. */
  readonly before: RowRecord | undefined
}

const noMasks: ReadonlyMap<string, string> = new Map()
const none: ReadonlyMap<string, RowRecord> = new Map()

/**
 * Stores some lines behind one savepoint. Where one of them is refused, all are taken back and each half is tried alone:
 * a block without errors costs one savepoint, and a bad row among two hundred some sixteen.
 */
async function storeTogether(
  run: ImportRun,
  tx: Tx,
  emit: Emit,
  work: readonly Work[],
  judged: Judged,
): Promise<LineOutcome[]> {
  if (work.length === 0) return []
  await sql`savepoint import_rows`.execute(tx)
  const told: (() => void)[] = []
  const hold: Emit = (name, data) => void told.push(() => emit(name, data))
  try {
    const outcomes = await storeAll(run, tx, hold, work, judged)
    await sql`release savepoint import_rows`.execute(tx)
    for (const tell of told) tell()
    return outcomes
  } catch (error) {
    const refused = refusalOf(run, error)
    if (refused === undefined) throw error
    await sql`rollback to savepoint import_rows`.execute(tx)
    await sql`release savepoint import_rows`.execute(tx)
    const [only] = work
    if (work.length === 1 && only) return [{ kind: 'error', line: only.line, ...refused }]
    const half = Math.ceil(work.length / 2)
    return [
      ...(await storeTogether(run, tx, emit, work.slice(0, half), judged)),
      ...(await storeTogether(run, tx, emit, work.slice(half), judged)),
    ]
  }
}

async function storeAll(
  { mounted, actor, scope, editing }: ImportRun,
  tx: Tx,
  emit: Emit,
  work: readonly Work[],
  { checked, apply }: Judged,
): Promise<LineOutcome[]> {
  const { ctx } = mounted
  const callOf = (body: RowRecord, own: Scope, treeCode?: string): HookCall => ({
    treeCode,
    tx,
    ctx,
    actor,
    scope: own,
    now: ctx.clock.now(),
    input: body,
    emit,
  })
  const outcomes: LineOutcome[] = []
  const fresh = work.filter(({ before }) => before === undefined)
  if (addsTogether(mounted)) {
    const rows = await addRows(
      mounted,
      fresh.map(({ values }) => ({ ...values })),
      callOf({}, scope),
      checked,
    )
    for (const [index, { line, body }] of fresh.entries()) {
      const after = rows[index] ?? {}
      await apply?.(after, body, callOf(body, scope))
      outcomes.push({ kind: 'insert', line, after })
    }
  }
  for (const { line, body, values, sent, before } of work) {
    // A hook writes into what it is given, and a second attempt begins with what the sheet says.
    const draft = { ...values }
    if (before !== undefined && editing !== null) {
      const call = callOf(body, editing)
      const after = await changeRow(mounted, draft, sent, before, call, checked)
      const isApplied = (await apply?.(after, body, call)) ?? false
      outcomes.push(
        after === before && !isApplied
          ? { kind: 'same', line, id: String(before['id']) }
          : { kind: 'change', line, before, after },
      )
    } else if (!addsTogether(mounted)) {
      const treeCode = await placeInTree(mounted, tx, scope, body, draft)
      const call = callOf(body, scope, treeCode)
      const after = await addRow(mounted, draft, call, checked)
      await apply?.(after, body, call)
      outcomes.push({ kind: 'insert', line, after })
    }
  }
  return outcomes
}

/** What of an error is a line's own; undefined for what is none that a sheet can cause. */
function refusalOf(
  { sheet }: ImportRun,
  error: unknown,
): { readonly reason: string; readonly fields: readonly string[] } | undefined {
  const refusal = error instanceof AppError || error instanceof RuleRefusal ? error : databaseRefusal(error)
  if (refusal === undefined) return undefined
  const reason = refusal.message
  const own = fieldsOf(refusal)
  if (own.length > 0) return { reason, fields: own }
  // A hook refuses in words; the labels that it quotes are the cells that it means.
  const named = sheet.columns.filter(
    ([, { field, heading }]) => reason.includes(`“${field.label}”`) || reason.includes(`“${heading}”`),
  )
  return { reason, fields: named.map(([, { name }]) => name) }
}

async function bodyOf(run: ImportRun, tx: Tx, { cells }: SheetLine, known: KnownKeys): Promise<RowRecord> {
  const { mounted, scope, sheet } = run
  const body: RowRecord = {}
  for (const [at, field] of sheet.columns) {
    const text = (cells[at] ?? '').trim()
    if (text !== '') body[field.name] = await valueOfCell(mounted.ctx, tx, scope.tenantId, field, text, known)
  }
  return body
}

/**
 * The references of a block by one question a column instead of one a cell. A resource that refers to itself is asked
 * cell by cell: a line may name a row of the line before.
 */
async function knownKeys(
  { mounted, scope, sheet }: ImportRun,
  tx: Tx,
  lines: readonly SheetLine[],
): Promise<KnownKeys & { readonly checked: ReadonlySet<string> }> {
  const { references } = engineOf(mounted.ctx)
  const byField = new Map<string, ReadonlyMap<string, string>>()
  const checked = new Set<string>()
  for (const [at, { name, field }] of sheet.columns) {
    if (field.resource === undefined || field.resource === mounted.resource.name) continue
    const by = field.by ?? 'id'
    const parts = new Set<string>()
    for (const { cells } of lines)
      for (const part of (cells[at] ?? '').split(field.kind === 'refs' ? ',' : '\n'))
        if (part.trim() !== '') parts.add(part.trim())
    if (parts.size === 0) continue
    const texts = [...parts]
    const keys = new Map(await references.keys(tx, field.resource, by, scope.tenantId, texts))
    for (const key of keys.values()) checked.add(choiceOf(name, key))
    const others = texts.filter((text) => !keys.has(text))
    const existing = await references.existing(tx, field.resource, by, scope.tenantId, others)
    for (const key of existing) {
      keys.set(key, key)
      checked.add(choiceOf(name, key))
    }
    byField.set(name, keys)
  }
  return { byField, checked }
}

/** The fields by which a line finds the row that it changes: the first that are unique and stand in the sheet. */
export function keyFields({ mounted: { resource, compiled }, sheet }: ImportRun): readonly string[] {
  const present = new Set(
    sheet.columns
      .map(([, { name }]) => name)
      .filter((name) => compiled.columns.get(name)?.kind.filter === 'text'),
  )
  const single = Object.entries(resource.fields).find(
    ([name, { unique }]) => unique === true && present.has(name),
  )
  if (single) return [single[0]]
  return resource.uniqueTogether.find((names) => names.every((name) => present.has(name))) ?? []
}

/** The key of a body; null where it is not whole. */
function keyOf(run: ImportRun, body: RowRecord): string | null {
  const names = keyFields(run)
  const parts = names.map((name) => body[name])
  if (parts.length === 0 || parts.some((part) => part === undefined || part === null || part === ''))
    return null
  return JSON.stringify(parts.map(String))
}

/** The stored rows that lines may change, by their key, locked. */
async function storedRows(
  run: ImportRun,
  tx: Tx,
  editing: Scope,
  bodies: readonly RowRecord[],
): Promise<ReadonlyMap<string, RowRecord>> {
  const { store } = run.mounted
  const [first] = keyFields(run)
  if (first === undefined) return none
  const values = [
    ...new Set(bodies.flatMap((body) => (body[first] === undefined ? [] : [String(body[first])]))),
  ]
  if (values.length === 0) return none
  const found = await store.list(tx, editing, isIn(first, values), { limit: 10_000 })
  const wanted = new Set(bodies.flatMap((body) => keyOf(run, body) ?? []))
  const ids = found.filter((row) => wanted.has(keyOf(run, row) ?? '')).map((row) => String(row['id']))
  const rows = await store.findMany(tx, editing, ids, { lock: true })
  return new Map(rows.flatMap((row) => (keyOf(run, row) === null ? [] : [[keyOf(run, row) ?? '', row]])))
}
