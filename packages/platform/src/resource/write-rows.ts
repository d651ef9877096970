import type { Emit } from '../db/transaction.ts'
import type { RowRecord } from '../db/compile.ts'
import type { Tx } from '../context.ts'
import { failFields, failUnseen, type FieldProblem } from '../fail.ts'
import { checkChoices, type CheckedChoices } from './check-choices.ts'
import { engineOf } from './engine.ts'
import { fillEmpty } from './fill-empty.ts'
import { refuseForeignFiles } from './file-rights.ts'
import type { HookCall } from './hooks.ts'
import type { MountedResource } from './mounted-resource.ts'
import type { Scope } from './scope.ts'
import { hiddenColumns } from './hidden-columns.ts'
import { refuseOtherMasks } from './sensitive.ts'
import { refuseCycle } from './tree.ts'

/** Whether the drafts of a resource may be added by one statement: nothing is asked or done about each row alone. */
export const addsTogether = ({ resource, hooks }: MountedResource): boolean =>
  resource.traits.tree === undefined &&
  (hooks.beforeAddMany !== undefined || (hooks.beforeAdd === undefined && hooks.afterAdd === undefined))

/** Adds checked drafts by one statement, as `addRow` adds each; only where `addsTogether`. The caller audits them. */
export async function addRows(
  mounted: MountedResource,
  drafts: readonly RowRecord[],
  call: HookCall,
  checked?: CheckedChoices,
): Promise<RowRecord[]> {
  const { resource, store, hooks } = mounted
  const { tx, actor, scope, now, emit } = call
  for (const values of drafts) {
    await fillEmpty(mounted, values, call)
    await refuseMisfits(mounted, tx, scope, values)
  }
  if (drafts.length > 0) await hooks.beforeAddMany?.(drafts, call)
  for (const values of drafts) {
    await refuseProblems(mounted, tx, scope, values, checked)
    await refuseForeignFiles(tx, actor, resource, values)
  }
  const rows = await store.insertMany(tx, scope, drafts, now)
  announceChanged(resource.name, scope, emit, rows)
  return rows
}

/** Adds one checked draft with its hooks; the caller audits it. Also used row by row by the import. */
export async function addRow(
  mounted: MountedResource,
  values: RowRecord,
  call: HookCall,
  checked?: CheckedChoices,
): Promise<RowRecord> {
  const { resource, store, hooks } = mounted
  const { tx, scope, now, emit } = call
  await fillEmpty(mounted, values, call)
  await refuseMisfits(mounted, tx, scope, values)
  // The engine carries rows as wire records; hooks see them by the types of their description.
  await hooks.beforeAdd?.(values, call)
  await refuseProblems(mounted, tx, scope, values, checked)
  await refuseForeignFiles(tx, call.actor, resource, values)
  if (resource.traits.tree) await refuseCycle(mounted, tx, scope, null, values)
  const row = await store.insert(tx, scope, values, now)
  await hooks.afterAdd?.(row as never, call)
  announceChanged(resource.name, scope, emit, [row])
  return row
}

/** Stores what differs from the stored row, after its hooks have seen it; an empty `values` changes nothing. */
export async function storeEdit(
  mounted: MountedResource,
  values: RowRecord,
  before: RowRecord,
  call: HookCall,
  checked?: CheckedChoices,
): Promise<RowRecord> {
  const { resource, store, hooks } = mounted
  const { tx, actor, scope, now } = call
  const id = String(before['id'])
  await hooks.beforeEdit?.(values, before as never, call)
  await refuseProblems(mounted, tx, scope, values, checked)
  await refuseForeignFiles(tx, actor, resource, values, before)
  if (resource.traits.tree) await refuseCycle(mounted, tx, scope, id, values)
  const after = Object.keys(values).length === 0 ? before : await store.update(tx, scope, id, values, now)
  // A rule may forbid what the edit makes of the row: then it is gone from the caller's view, but stored.
  if (!after) throw failUnseen(resource.table, [id])
  return after
}

/**
 * Changes a stored row to what a checked draft says, with its hooks, as `edit` does; the very same row where nothing
 * differs. The caller has locked the row and audits the change. `sent` are the masked values that came with the draft;
 * what the draft says of columns that the caller is not given is passed over, as by `edit`.
 */
export async function changeRow(
  mounted: MountedResource,
  draft: RowRecord,
  sent: ReadonlyMap<string, string>,
  before: RowRecord,
  call: HookCall,
  checked?: CheckedChoices,
): Promise<RowRecord> {
  const { resource, hooks } = mounted
  refuseOtherMasks(resource, sent, before)
  const hidden = await hiddenColumns(mounted.ctx, call.actor, resource)
  const seen = Object.fromEntries(Object.entries(draft).filter(([name]) => !hidden.has(name)))
  const values = withoutUnchanged(mounted, seen, before)
  if (Object.keys(values).length === 0) return before
  await refuseMisfits(mounted, call.tx, call.scope, values)
  const after = await storeEdit(mounted, values, before, call, checked)
  await hooks.afterEdit?.(after as never, before as never, call)
  announceChanged(resource.name, call.scope, call.emit, [after])
  return after
}

/** Removes rows that the caller has found in scope and locked, with their hooks, as `delete` does; the caller audits it. */
export async function removeRows(
  { resource, store, hooks }: MountedResource,
  rows: readonly RowRecord[],
  call: HookCall,
): Promise<void> {
  const { tx, scope, now, emit } = call
  // As above.
  await hooks.beforeDelete?.(rows as never, call)
  await store.remove(
    tx,
    scope,
    rows.map((row) => String(row['id'])),
    now,
  )
  await hooks.afterDelete?.(rows as never, call)
  announceChanged(resource.name, scope, emit, rows)
}

/**
 * What does not fit its field's `check` or the check rule that it names; a value that was stored before and is sent back
 * as it was is let alone. Values are judged as they came, before hooks work others out.
 */
export async function refuseMisfits(
  { ctx, resource }: MountedResource,
  tx: Tx,
  { tenantId }: Scope,
  values: RowRecord,
): Promise<void> {
  const { valueRules } = engineOf(ctx)
  const problems: FieldProblem[] = []
  for (const [name, value] of Object.entries(values)) {
    const field = resource.fields[name]
    if (!field || value === null || value === '') continue
    const problem =
      field.check?.(value) ??
      (field.checkRule ? await valueRules.judge(tx, tenantId, field.checkRule, String(value).trim()) : null)
    if (problem !== null) problems.push({ field: name, text: `“${field.label}”：${problem}` })
  }
  if (problems.length > 0) throw failFields(problems)
}

async function refuseProblems(
  mounted: MountedResource,
  tx: Tx,
  scope: Scope,
  values: RowRecord,
  checked?: CheckedChoices,
): Promise<void> {
  const problems = await checkChoices(mounted.ctx, tx, mounted.resource, scope.tenantId, values, checked)
  if (problems.length > 0) throw failFields(problems)
}

/** Keeps what differs from the stored row; a changed immutable field is refused. */
export function withoutUnchanged(
  { resource }: MountedResource,
  draft: RowRecord,
  before: RowRecord,
): RowRecord {
  const values: RowRecord = {}
  for (const [name, value] of Object.entries(draft)) {
    const field = resource.fields[name]
    const isSecret = field?.kind === 'secret' || field?.hidden === true
    if (!isSecret && JSON.stringify(before[name] ?? null) === JSON.stringify(value)) continue
    if (field?.immutable && name !== 'id')
      throw failFields([{ field: name, text: `“${field.label}”保存后不能修改` }])
    if (name !== 'id') values[name] = value
  }
  return values
}

export function announceChanged(
  resource: string,
  scope: Scope,
  emit: Emit,
  rows: readonly RowRecord[],
): void {
  emit('resource.changed', { resource, tenantId: scope.tenantId, ids: rows.map((row) => String(row['id'])) })
}
