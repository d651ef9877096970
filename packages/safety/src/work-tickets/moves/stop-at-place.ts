import { stopOrderEndpoints, type InputOf, type SitePlace } from '@suoan/contract'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail } from '@suoan/platform/fail'
import { answered, type Bind } from '@suoan/platform/http/route'
import { placesOfTag, spendScan, takeProof } from '../../site-tags/index.ts'
import { ticketIn } from '../../ticket-sets.ts'
import { loadActor } from '../facts/actor.ts'
import { takeEvent } from '../take-event.ts'
import { just } from '../ticket-command.ts'
import { lockTicket } from '../ticket-row.ts'

/** Stopping what is done at a place by reading its tag there (T32): for whoever stands there and is on no ticket. */
export function bindStopAtPlace(ctx: Context, bind: Bind): void {
  bind(stopOrderEndpoints.atPlace, async ({ actor, input }) => {
    const { stopped, failed } = await stopAtPlace(ctx, actor, input)
    for (const error of failed) ctx.log.error({ err: error }, 'a stop by a scan has not stopped a ticket')
    if (failed.length > 0)
      return answered(
        { stopped },
        `已停止 ${stopped.length} 张工作票，另有 ${failed.length} 张未能停止，请立即当面叫停并报告`,
        500,
        false,
      )
    if (stopped.length === 0)
      return answered(null, '此处没有正在进行的工作票，未停止任何作业；如有危险请立即撤离并报告', 500, false)
    return answered({ stopped }, `已停止此处的 ${stopped.length} 张工作票，请通知现场人员撤离`)
  })
}

async function stopAtPlace(
  ctx: Context,
  actor: Actor,
  { reason, nfcUid, qr, lng, lat }: InputOf<(typeof stopOrderEndpoints)['atPlace']>,
): Promise<{ stopped: string[]; failed: unknown[] }> {
  // One that is no tag must not hide the other.
  const tags = [
    { code: nfcUid, proof: { nfcUid } },
    { code: qr, proof: { qr } },
  ].flatMap(({ code, proof }) => (code ? [{ code, proof: { ...proof, lng, lat } }] : []))
  if (tags.length === 0) throw fail('REFUSED', { detail: '请扫描现场标签，或输入标签上的文字' })
  const now = ctx.clock.now()
  const found = await inTransaction(ctx, async (tx) => {
    const scans = []
    for (const { code, proof } of tags) {
      for (const place of await placesOfTag(tx, actor.tenantId, code)) {
        const { tenantId, userId, sessionId } = actor
        const taken = await takeProof(tx, { tenantId, userId, sessionId, place, proof, now })
        if (!taken?.matches) continue
        // The scan answers this one question: it opens nothing afterwards.
        await spendScan(tx, taken.scanId, { question: 'STOP', workId: null, now })
        scans.push({ place, scanId: taken.scanId })
      }
    }
    return {
      scans,
      workIds: await worksAt(
        tx,
        actor.tenantId,
        scans.map(({ place }) => place),
      ),
    }
  })
  if (found.scans.length === 0)
    throw fail('REFUSED', { detail: '这不是现场标签，请扫描隔离点、锁具或区域的现场标签' })
  const stopped: string[] = []
  const failed: unknown[] = []
  const said = { reason, stop: true, scanIds: found.scans.map(({ scanId }) => scanId) }
  for (const workId of found.workIds) {
    try {
      const workNo = await inTransaction(ctx, async (tx, emit) => {
        const work = await lockTicket(tx, actor.tenantId, workId)
        if (!work) return null
        const scene = { tx, work, actor: await loadActor(tx, work, actor), now, sessionId: actor.sessionId }
        const outcome = await takeEvent(scene, emit, null, just({ type: 'suspend', reason }, said))
        return outcome.ok ? (work.workNo ?? '') : null
      })
      if (workNo !== null) stopped.push(workNo)
    } catch (error) {
      // The next ticket must stop whatever is wrong with this one.
      failed.push(error)
    }
  }
  return { stopped, failed }
}

/**
 * Live tickets of a place: those that hold the point or the lock, and where there are none, or the tag is an area's own,
 * all that stand in the area. Reading one tag beside the work is enough; too many stopped is better than one too few.
 */
async function worksAt(tx: Tx, tenantId: number, places: readonly SitePlace[]): Promise<string[]> {
  const ids = (kind: SitePlace['kind']) => places.filter((place) => place.kind === kind).map(({ id }) => id)
  const points = sql`(select unnest(${ids('POINT')}::text[]) union
    select point_id from lo_lock where tenant_id = ${tenantId} and id = any(${ids('LOCK')}::text[]) and point_id is not null)`
  const { rows: held } = await sql<{ id: string }>`
    select w.id from lo_work w where w.tenant_id = ${tenantId} and w.del_flag = 0 and ${ticketIn('live')}
      and (exists (select 1 from lo_work_point i where i.work_id = w.id and i.point_id in ${points})
        or exists (select 1 from lo_work_lock x where x.work_id = w.id and x.lock_id = any(${ids('LOCK')}::text[])))
    order by w.id`.execute(tx)
  if (held.length > 0) return held.map(({ id }) => id)
  const { rows } = await sql<{ id: string }>`
    with area as (
      select area_code from lo_area where tenant_id = ${tenantId} and id = any(${ids('AREA')}::text[])
      union select area_code from lo_point where tenant_id = ${tenantId} and id = any(${ids('POINT')}::text[])
      union select area_code from lo_lock where tenant_id = ${tenantId} and id = any(${ids('LOCK')}::text[]))
    select distinct w.id from lo_work w join area a on w.area_code like a.area_code || '%'
    where w.tenant_id = ${tenantId} and w.del_flag = 0 and ${ticketIn('live')} and coalesce(a.area_code, '') <> ''
    order by w.id`.execute(tx)
  return rows.map(({ id }) => id)
}
