import {
  area,
  departArea,
  department,
  type AreaChange,
  type DepartAreaDifference,
  type DepartAreas,
  type InputOf,
  type departAreaEndpoints,
} from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { and, eq, everything } from '@suoan/kit/filter'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import type { Queryable } from '@suoan/platform/db/run-sql'
import { fail, failUnseen } from '@suoan/platform/fail'
import {
  addRow,
  engineOf,
  present,
  recordAudit,
  removeRows,
  resourceStore,
  type HookCall,
  type RowRecord,
} from '@suoan/platform/resource'
import { anybody, dataScope, scopeFor, type Scope } from '@suoan/platform/resource/scope'
import { sha256 } from '../evidence/hash.ts'
import { ticketIn } from '../ticket-sets.ts'
import { leavingProblem } from './plant-hooks.ts'

type Wanted = InputOf<(typeof departAreaEndpoints)['preview']>
type Saved = InputOf<(typeof departAreaEndpoints)['saveBatch']>

const store = resourceStore(departArea)
const MOST = 20_000
/** 属地, 作业, 监管, 巡检 of `lo_depart_area_rel`. */
const relations = { territory: 1, working: 2, supervising: 3, patrol: 4 } as const

/** What a department has by each relation, and who owns which area (3-domain.md §3.7). */
export async function areasOfDepart(ctx: Context, actor: Actor, departId: string): Promise<DepartAreas> {
  await mustSeeDepart(ctx, actor, departId)
  const scope = await dataScope(ctx, actor, departArea)
  const own = await store.list(ctx.pool, scope, eq('departId', departId), { limit: MOST })
  const owned = await store.list(ctx.pool, scope, eq('relType', relations.territory), { limit: MOST })
  await present(ctx, departArea, actor, owned)
  return {
    departId,
    byType: Object.values(relations).map((relType) => {
      const rows = own.filter((row) => row['relType'] === relType)
      return {
        relType,
        version: versionOf(rows),
        relations: rows.map((row) => ({
          id: String(row['id']),
          areaId: String(row['areaId']),
          includeChild: row['includeChild'] !== 0,
        })),
      }
    }),
    owners: owned.map((row) => ({
      areaId: String(row['areaId']),
      departId: String(row['departId']),
      departName: String(row['departId_dictText'] ?? row['departId'] ?? ''),
    })),
  }
}

/** What a save would do, area by area, and why not. */
export async function previewDepartAreas(
  ctx: Context,
  actor: Actor,
  wanted: Wanted,
): Promise<DepartAreaDifference> {
  await mustSeeDepart(ctx, actor, wanted.departId)
  const scope = await dataScope(ctx, actor, departArea)
  return await ctx.db
    .transaction()
    .execute(async (tx) => (await differenceOf(ctx, tx, actor, scope, wanted, false)).told)
}

/**
 * Gives a department exactly the wanted areas by one relation, in one transaction: what is new begins, what is left out ends,
 * each as the list of relations does it, with its hooks and its version in the data log. Two administrators meet at the
 * version: the slower one is told and nothing of his is stored. Refused with the reason as a whole when one area stands
 * against it: an area has exactly one 属地 department at any time (3-domain.md §3.1).
 */
export async function saveDepartAreas(
  ctx: Context,
  actor: Actor,
  { version, ...wanted }: Saved,
  origin: Parameters<typeof recordAudit>[1]['origin'],
): Promise<DepartAreaDifference> {
  await mustSeeDepart(ctx, actor, wanted.departId)
  const scope = await scopeFor(ctx, actor, departArea, 'edit')
  return await inTransaction(ctx, async (tx, emit) => {
    // Saves of one department come one after the other; the relation’s own page meets them at the rows.
    await sql`select 1 from sys_depart where id = ${wanted.departId} for update`.execute(tx)
    const { told, ends, adds } = await differenceOf(ctx, tx, actor, scope, wanted, true)
    if (version !== undefined && version !== told.version)
      throw fail('STALE', {}, { revision: told.version, difference: [] })
    const against = [...told.ends, ...told.adds].flatMap(({ refusal }) => refusal ?? [])
    if (against.length > 0)
      throw fail('REFUSED', { detail: `没有保存：${against.slice(0, 5).join('；')}` }, told)
    if (adds.length + ends.length === 0) return told
    const now = ctx.clock.now()
    const mounted = engineOf(ctx).mounted.get(departArea.name)
    if (!mounted) throw new Error('the relations of departments and areas are not mounted')
    const callAs = async (action: string, input: RowRecord): Promise<HookCall> => ({
      tx,
      ctx,
      actor,
      scope: await scopeFor(ctx, actor, departArea, action),
      now,
      input,
      emit,
    })
    if (ends.length > 0) await removeRows(mounted, ends, await callAs('delete', {}))
    const added: RowRecord[] = []
    for (const areaId of adds) {
      const draft = { departId: wanted.departId, areaId, relType: wanted.relType, includeChild: 1 }
      added.push(await addRow(mounted, draft, await callAs('add', draft)))
    }
    await recordAudit(
      tx,
      {
        actor,
        content: `部门区域：${relationText(wanted.relType)}新增 ${added.length} 个区域，结束 ${ends.length} 个`,
        operateType: 3,
        origin,
        now,
      },
      [
        ...ends.map((before) => ({ resource: departArea, before, after: null })),
        ...added.map((after) => ({ resource: departArea, before: null, after })),
      ],
    )
    return told
  })
}

async function mustSeeDepart(ctx: Context, actor: Actor, departId: string): Promise<void> {
  const scope = await dataScope(ctx, actor, department, anybody)
  const row = await resourceStore(department).find(ctx.pool, scope, departId)
  if (row === undefined) throw failUnseen(department.table, [departId])
}

/** Another row, or another state of one, is another version. */
const versionOf = (rows: readonly RowRecord[]): string =>
  sha256(
    rows
      .map((row) => `${String(row['id'])}:${String(row['revision'])}`)
      .toSorted()
      .join('\n'),
  ).slice(0, 32)

const relationText = (relType: number): string => labelOf('lo_depart_area_rel', String(relType))

interface Difference {
  readonly told: DepartAreaDifference
  readonly ends: readonly RowRecord[]
  readonly adds: readonly string[]
}

async function differenceOf(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  scope: Scope,
  { departId, relType, areaIds }: Wanted,
  isSave: boolean,
): Promise<Difference> {
  const ofType = and(eq('departId', departId), eq('relType', relType))
  const found = await store.list(tx, scope, ofType, { limit: MOST })
  const ids = found.map((row) => String(row['id']))
  const rows = isSave ? await store.findMany(tx, scope, ids, { lock: true }) : found
  const now = new Set(rows.map((row) => String(row['areaId'])))
  const wanted = new Set(areaIds)
  const places = await placesOf(ctx, tx, actor)
  const unknown = areaIds.filter((id) => !places.has(id) && !now.has(id))
  if (unknown.length > 0) throw failUnseen(area.table, unknown)
  const adds = [...wanted].filter((id) => !now.has(id))
  const ends = rows.filter((row) => !wanted.has(String(row['areaId'])))
  const owners = await ownersOf(tx, actor.tenantId)
  const changed = new Set([...adds, ...ends.map((row) => String(row['areaId']))])
  const uses = await usesOf(tx, actor.tenantId, [...changed])
  const after = new Map(owners)
  if (relType === relations.territory) {
    for (const row of ends) after.delete(String(row['areaId']))
    for (const id of adds)
      if (!after.has(id)) after.set(id, { areaCode: places.get(id)?.code ?? '', departId, name: '' })
  }
  const change = (id: string, effect: string, refusal: string | null): AreaChange => ({
    areaId: id,
    areaCode: places.get(id)?.code ?? '',
    place: places.get(id)?.place ?? '（您看不到的区域）',
    ...(uses.get(id) ?? { locks: 0, tickets: 0 }),
    effect,
    refusal,
  })
  const begun = adds.map((id) => {
    const owner = relType === relations.territory ? owners.get(id) : undefined
    const place = places.get(id)?.place ?? ''
    return change(
      id,
      beginText(relType),
      owner === undefined
        ? null
        : `“${place}”的属地部门已是“${owner.name}”，一个区域只能有一个；要换部门，请在“部门区域关系”中修改该行的“部门”`,
    )
  })
  const ended: AreaChange[] = []
  for (const row of ends) {
    const id = String(row['areaId'])
    const heir = relType === relations.territory ? heirOf(String(row['areaCode'] ?? ''), after) : null
    const problem =
      heir === undefined
        ? `“${places.get(id)?.place ?? ''}”及其上级将没有属地部门；请先为上级区域指定属地部门，或在“部门区域关系”中把该行改为另一部门`
        : await leavingProblem({ tx, actor }, [row], '结束')
    ended.push(change(id, endText(relType, heir ?? null), problem))
  }
  return {
    told: { version: versionOf(rows), adds: begun, ends: ended, kept: rows.length - ends.length },
    ends,
    adds,
  }
}

interface PlaceOfArea {
  readonly code: string
  readonly place: string
}

/** The areas that the caller may see, with their names from the top down. */
async function placesOf(
  ctx: Context,
  tx: Queryable,
  actor: Actor,
): Promise<ReadonlyMap<string, PlaceOfArea>> {
  const scope = await dataScope(ctx, actor, area)
  const rows = await resourceStore(area).list(tx, scope, everything, { limit: MOST })
  const names = new Map(rows.map((row) => [String(row['areaCode']), String(row['areaName'] ?? '')]))
  return new Map(
    rows.map((row) => {
      const code = String(row['areaCode'])
      const above = Array.from({ length: code.length / 3 }, (_, level) =>
        names.get(code.slice(0, (level + 1) * 3)),
      )
      return [String(row['id']), { code, place: above.filter(Boolean).join(' / ') }]
    }),
  )
}

interface Owner {
  readonly areaCode: string
  readonly departId: string
  readonly name: string
}

/** The 属地 department of each area, whoever may see it: the rule holds for the plant. */
async function ownersOf(tx: Tx, tenantId: number): Promise<ReadonlyMap<string, Owner>> {
  const { rows } = await sql<Owner & { areaId: string }>`
    select r.area_id, r.area_code, r.depart_id, coalesce(d.depart_name, r.depart_id) as name
    from lo_depart_area r left join sys_depart d on d.id = r.depart_id
    where r.tenant_id = ${tenantId} and r.rel_type = ${relations.territory} and r.del_flag = 0`.execute(tx)
  return new Map(rows.map(({ areaId, ...owner }) => [areaId, owner]))
}

/** Who owns an area, or the nearest one above it; undefined where nobody does. */
function heirOf(code: string, owners: ReadonlyMap<string, Owner>): string | undefined {
  const byCode = new Map(Array.from(owners.values(), (owner) => [owner.areaCode, owner]))
  for (let length = code.length; length > 0; length -= 3) {
    const owner = byCode.get(code.slice(0, length))
    if (owner !== undefined) return owner.name === '' ? '（本部门）' : `“${owner.name}”`
  }
  return undefined
}

/** What of each area and below it hangs on who answers for it. */
async function usesOf(
  tx: Tx,
  tenantId: number,
  areaIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<AreaChange, 'locks' | 'tickets'>>> {
  if (areaIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; locks: number; tickets: number }>`
    select a.id,
      (select count(*)::int from lo_lock l where l.tenant_id = a.tenant_id and l.del_flag = 0
        and starts_with(l.area_code, a.area_code)) as locks,
      (select count(*)::int from lo_work w where w.tenant_id = a.tenant_id
        and starts_with(w.area_code, a.area_code) and ${ticketIn('underway')}) as tickets
    from lo_area a where a.tenant_id = ${tenantId} and a.id = any(${areaIds}::text[])`.execute(tx)
  return new Map(rows.map(({ id, ...uses }) => [id, uses]))
}

/** Who does what from then on; the rules that read the relation are named where they are (flow, alarms, draft of a ticket). */
function beginText(relType: number): string {
  switch (relType) {
    case relations.territory:
      return '新编制的工作票以本部门为属地单位；该处报警和未关锁警告通知本部门负责人'
    case relations.supervising:
      return '审批流程中人员范围为“安全部门”的步骤由本部门人员办理'
    default:
      return '只作登记：不改变任何人的授权和审批'
  }
}

function endText(relType: number, heir: string | null): string {
  switch (relType) {
    case relations.territory:
      return `今后由上级区域的属地部门${heir ?? ''}负责`
    case relations.supervising:
      return '审批流程中人员范围为“安全部门”的步骤不再由本部门办理'
    default:
      return '只作登记：不改变任何人的授权和审批'
  }
}
