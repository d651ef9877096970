import { procedure, procedureSteps } from '@suoan/contract'
import { nextInspection, procedureGap, procedureStatus } from '@suoan/domain/procedure'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail, failUnseen } from '@suoan/platform/fail'
import { recordAudit, resourceStore, type RowChange, type RowRecord } from '@suoan/platform/resource'
import { dataScope, type Scope } from '@suoan/platform/resource/scope'
import { nextVersion } from './procedure-hooks.ts'

/** Who does it, and from where. */
export interface Call {
  readonly ctx: Context
  readonly actor: Actor
  readonly origin: Parameters<typeof recordAudit>[1]['origin']
}

const store = resourceStore(procedure)

/** What is done with one version: its row is held, what was changed is logged and told to whoever looks at the list. */
export async function withVersion<T>(
  { ctx, actor, origin }: Call,
  id: string,
  what: string,
  act: (held: {
    readonly tx: Tx
    readonly scope: Scope
    readonly row: RowRecord
    readonly now: number
    readonly change: (row: RowRecord, values: RowRecord) => Promise<void>
  }) => Promise<T>,
): Promise<T> {
  const scope = await dataScope(ctx, actor, procedure, 'lo:procedure:list')
  return inTransaction(ctx, async (tx, emit) => {
    const [row] = await store.findMany(tx, scope, [id], { lock: true })
    if (row === undefined) throw failUnseen('lo_procedure', [id])
    const now = ctx.clock.now()
    const changes: RowChange[] = []
    const answer = await act({
      tx,
      scope,
      row,
      now,
      change: async (before, values) => {
        const after = await store.update(tx, scope, String(before['id']), values, now)
        if (after) changes.push({ resource: procedure, before, after })
      },
    })
    const content = `能量控制程序：${what} ${String(row['procName'])} 第 ${String(row['versionNo'])} 版`
    await recordAudit(tx, { actor, content, operateType: 3, origin, now }, changes)
    emit('resource.changed', { resource: procedure.name, tenantId: actor.tenantId, ids: [id] })
    return answer
  })
}

/** A draft becomes effective and is due for inspection in a year; the version before it ends. */
export function publishProcedure(call: Call, id: string): Promise<void> {
  return withVersion(call, id, '生效', async ({ tx, scope, row, now, change }) => {
    if (row['status'] !== procedureStatus.draft)
      throw fail('REFUSED', { detail: '只有草稿可以生效，请刷新列表' })
    const steps = procedureSteps.safeParse(row['steps'] ?? [])
    const photos = String(row['photos'] ?? '')
      .split(',')
      .filter(Boolean).length
    const gap = steps.success ? procedureGap(steps.data, photos) : '步骤无法识别，请重新填写'
    if (gap !== null) throw fail('REFUSED', { detail: `还不能生效：${gap}` })
    if (steps.success)
      await mustBePoints(
        tx,
        row,
        steps.data.flatMap(({ pointId }) => pointId ?? []),
      )
    const equipId = String(row['equipId'])
    // Versions of one equipment take turns, also where each is a row of its own.
    await sql`select 1 from lo_equip where id = ${equipId} for update`.execute(tx)
    const { rows: ended } = await sql<{
      id: string
    }>`select id from lo_procedure where tenant_id = ${scope.tenantId}
      and equip_id = ${equipId} and status = ${procedureStatus.effective} and del_flag = 0`.execute(tx)
    for (const before of await store.findMany(
      tx,
      scope,
      ended.map((each) => each.id),
      { lock: true },
    ))
      await change(before, { status: procedureStatus.ended })
    await change(row, {
      status: procedureStatus.effective,
      effectTime: shanghaiTime(now),
      nextInspect: nextInspection(shanghaiTime(now).slice(0, 10)),
    })
    await sql`update lo_equip set procedure_id = ${String(row['id'])} where id = ${equipId}`.execute(tx)
  })
}

/** Its points are of the plant: one that was deleted since would be missing from every ticket. */
async function mustBePoints(tx: Tx, row: RowRecord, pointIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(pointIds)]
  const { rows } = await sql<{
    id: string
  }>`select p.id from lo_point p join lo_procedure v on v.tenant_id = p.tenant_id
    where v.id = ${String(row['id'])} and p.id = any(${wanted}::text[]) and p.del_flag = 0 and p.status = 1`.execute(
    tx,
  )
  if (rows.length < wanted.length)
    throw fail('REFUSED', { detail: '还不能生效：步骤中有隔离点已删除或停用，请重新选择' })
}

/** What a new version takes over from the one it changes. */
const taken = [
  'procName',
  'equipId',
  'workType',
  'workLevel',
  'content',
  'place',
  'hazards',
  'steps',
  'photos',
  'measures',
  'gasPlaces',
  'people',
  'emergencyContact',
] as const

/** A new draft with the text of a version. One at a time for each equipment: two would end in one of them being lost. */
export function reviseProcedure(call: Call, id: string): Promise<{ id: string }> {
  return withVersion(call, id, '修订', async ({ tx, scope, row, now }) => {
    const equipId = String(row['equipId'])
    const versionNo = await nextVersion(tx, scope.tenantId, equipId)
    const { rows: drafts } = await sql<{ versionNo: number }>`select version_no from lo_procedure
      where tenant_id = ${scope.tenantId} and equip_id = ${equipId} and status = ${procedureStatus.draft}
        and del_flag = 0 limit 1`.execute(tx)
    const [draft] = drafts
    if (draft) throw fail('REFUSED', { detail: `该设备已有第 ${draft.versionNo} 版草稿，请编辑它，或先删除` })
    const values = Object.fromEntries(taken.map((name) => [name, row[name]]))
    const made = await store.insert(tx, scope, { ...values, versionNo, status: procedureStatus.draft }, now)
    return { id: String(made['id']) }
  })
}
