import type { PresenceProof, SitePlace } from '@suoan/contract'
import { presenceMinutes } from '@suoan/domain/interlock'
import { fail } from '@suoan/platform/fail'
import { sql } from 'kysely'
import { photoProof, spendScan, takeProof, type TakenProof } from '../../site-tags/index.ts'
import type { Scene } from '../ticket-command.ts'

/**
 * Does the proof show that the person stands at the point (R12): its own tag read lately, or a photo just taken? A scan
 * is spent on `question`; everything written vanishes with a refusal of the event.
 */
export async function standsAtPoint(
  scene: Scene,
  pointId: string,
  proof: PresenceProof,
  question: string,
): Promise<boolean> {
  if (!proof) return false
  const { tx, work, actor, now, occurredAt = null, sessionId = null } = scene
  const asked = {
    tenantId: work.tenantId,
    userId: actor.userId,
    sessionId,
    place: { kind: 'POINT', id: pointId },
    now,
    occurredAt,
  } as const
  const use = { question, workId: work.id, now }
  const scan = await takeProof(tx, { ...asked, proof })
  if (scan?.matches) mustBeFresh(scan, now)
  if (scan?.matches) return await spendScan(tx, scan.scanId, use)
  if (!proof.photo || scene.blobs === undefined) return false
  return await photoProof(tx, { ...asked, ...use, file: proof.photo, blobs: scene.blobs })
}

type AtPlace = Pick<Scene, 'tx' | 'now' | 'sessionId'> & {
  readonly work: Pick<Scene['work'], 'id' | 'tenantId' | 'areaId'>
  readonly actor: Pick<Scene['actor'], 'userId'>
}

/**
 * Was a tag of the ticket's place read just now (T50): its area's, or that of one of its points? The scan is spent on
 * `question`. Throws REFUSED for one that is used up or too old.
 */
export async function readTagOfPlace(
  scene: AtPlace,
  proof: PresenceProof,
  question: string,
): Promise<boolean> {
  const { tx, work, actor, now, sessionId = null } = scene
  const { scanId = '', nfcUid = '', qr = '' } = proof ?? {}
  if (!proof || `${scanId}${nfcUid}${qr}` === '') return false
  const { rows } = await sql<SitePlace>`
    select 'AREA' as kind, ${work.areaId}::text as id where ${work.areaId}::text is not null
    union all select 'POINT', point_id from lo_work_point where work_id = ${work.id}`.execute(tx)
  for (const place of rows) {
    const asked = { tenantId: work.tenantId, userId: actor.userId, sessionId, place, proof, now }
    const scan = await takeProof(tx, asked)
    if (!scan?.matches) continue
    mustBeFresh(scan, now)
    return await spendScan(tx, scan.scanId, { question, workId: work.id, now })
  }
  return false
}

function mustBeFresh(scan: TakenProof, now: number): void {
  if (scan.used) throw fail('REFUSED', { detail: '该次扫码已用过一次，请在现场重新扫码' })
  if (now - scan.at > presenceMinutes * 60_000)
    throw fail('REFUSED', { detail: `扫码已超过 ${presenceMinutes} 分钟，请在现场重新扫码` })
}

/** Where a proof may be left out, one that is given must still be of this point: whoever reads another tag is elsewhere. */
export async function mustNotBeElsewhere(
  scene: Scene,
  pointId: string,
  proof: PresenceProof,
  question: string,
): Promise<void> {
  if (!proof?.scanId && !proof?.nfcUid && !proof?.qr) return
  if (!(await standsAtPoint(scene, pointId, { ...proof, photo: undefined }, question)))
    throw fail('REFUSED', { detail: '所扫标签不是此隔离点的标签，请核对是否站在正确的隔离点' })
}
