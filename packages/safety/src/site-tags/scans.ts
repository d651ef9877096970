import type { SitePlace } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { BlobStore } from '@suoan/platform/files/store/blob-store'
import { takePhoto } from '../evidence/take-photo.ts'
import { hashOfTag } from './issue-tag.ts'

/** What a client shows: a scan made before, or the text of a tag read in this very call. */
export interface ShownProof {
  readonly scanId?: string | undefined
  readonly nfcUid?: string | undefined
  readonly qr?: string | undefined
  readonly lng?: number | undefined
  readonly lat?: number | undefined
}

export interface TakenProof {
  readonly scanId: string
  readonly kind: 'NFC' | 'QR'
  /** When the server heard of it, epoch ms; what a client says of the time counts for nothing (§4.5.8). */
  readonly at: number
  /** The tag is one of this place. */
  readonly matches: boolean
  /** It has answered its one question already. */
  readonly used: boolean
}

interface Asked {
  readonly tenantId: number
  readonly userId: string
  readonly sessionId: string | null
  /** A lock may also show the tag of its point, or of its area when it hangs on no point. */
  readonly place: SitePlace
  readonly proof: ShownProof
  readonly now: number
  /** When it happened, by a signed offline operation (bounded there); null or absent = now. */
  readonly occurredAt?: number | null
}

/**
 * Takes a proof of presence and keeps it as a row: who read what, when, from which session, and whether it fits. A scan
 * of somebody else, of another tenant or of another place fits nowhere. Null when nothing was shown that is a scan.
 */
export async function takeProof(tx: Tx, asked: Asked): Promise<TakenProof | null> {
  const { proof } = asked
  if (proof.scanId) return earlierScan(tx, asked, proof.scanId)
  const method = proof.nfcUid ? 'NFC' : 'QR'
  const code = (proof.nfcUid || proof.qr || '').trim()
  if (code === '') return null
  const tag = await tagOf(tx, asked.tenantId, asked.place, code)
  const scanId = newId()
  await insertScan(tx, asked, { scanId, method, tagId: tag?.id ?? null, file: null, matched: tag !== null })
  return { scanId, kind: method, at: asked.now, matches: tag !== null, used: false }
}

async function earlierScan(tx: Tx, asked: Asked, scanId: string): Promise<TakenProof> {
  const { place, tenantId, userId, now } = asked
  const { rows } = await sql<{ method: 'NFC' | 'QR'; scanTime: Date; usedTime: Date | null }>`
    select method, scan_time, used_time from lo_site_scan s
    where id = ${scanId} and tenant_id = ${tenantId} and user_id = ${userId} and matched = 1 and method in ('NFC', 'QR')
      and exists (select 1 from ${placesOf(tenantId, place)} p where p.kind = s.subject_kind and p.id = s.subject_id)`.execute(
    tx,
  )
  const [row] = rows
  if (!row) return { scanId, kind: 'QR', at: now, matches: false, used: false }
  const { method, scanTime, usedTime } = row
  return { scanId, kind: method, at: scanTime.getTime(), matches: true, used: usedTime !== null }
}

/** The places that a tag's text belongs to; a number that everybody can read in a list is no tag (`tagOf`). */
export async function placesOfTag(tx: Tx, tenantId: number, code: string): Promise<SitePlace[]> {
  const { rows } = await sql<SitePlace>`
    select subject_kind as kind, subject_id as id from lo_site_tag
      where tenant_id = ${tenantId} and code_hash = ${hashOfTag(code)} and retired_time is null
    union all
    select 'POINT', o.id from lo_point o
      where o.tenant_id = ${tenantId} and o.del_flag = 0 and ${code} in (o.nfc_uid, o.qr_code) and ${code} <> o.point_code
        and not exists (select 1 from lo_site_tag i where i.tenant_id = o.tenant_id and i.retired_time is null
          and i.subject_kind = 'POINT' and i.subject_id = o.id)
    union all
    select 'LOCK', l.id from lo_lock l
      where l.tenant_id = ${tenantId} and l.del_flag = 0 and ${code} = l.qr_code and ${code} <> l.lock_code
        and not exists (select 1 from lo_site_tag i where i.tenant_id = l.tenant_id and i.retired_time is null
          and i.subject_kind = 'LOCK' and i.subject_id = l.id)
    limit 20`.execute(tx)
  return rows
}

/** Spends a scan on its one question; false when another call was faster. */
export async function spendScan(
  tx: Tx,
  scanId: string,
  {
    question,
    workId,
    now,
  }: { readonly question: string; readonly workId: string | null; readonly now: number },
): Promise<boolean> {
  const spent =
    await sql`update lo_site_scan set used_time = ${new Date(now)}, question = ${question}, work_id = ${workId}
    where id = ${scanId} and used_time is null`.execute(tx)
  return spent.numAffectedRows === 1n
}

/** Minutes in which a photo taken at the place is sent with what it proves. [D] */
const photoMinutes = 10

/**
 * A photo as proof of presence: one that this person has stored himself, lately, and that has proven nothing yet
 * (`takePhoto`). Throws REFUSED with the reason when it is no such photo.
 */
export async function photoProof(
  tx: Tx,
  asked: Omit<Asked, 'proof'> & {
    readonly file: string
    readonly question: string
    readonly workId: string
    readonly blobs: BlobStore
  },
): Promise<boolean> {
  const { now, question, workId, place } = asked
  const { path: file } = await takePhoto(tx, {
    tenantId: asked.tenantId,
    userId: asked.userId,
    name: asked.file,
    subject: { kind: 'work', id: workId },
    purpose: 'presence',
    bizId: place.id,
    now,
    occurredAt: asked.occurredAt ?? undefined,
    blobs: asked.blobs,
    withinMin: photoMinutes,
  })
  const { rows: known } =
    await sql`select 1 from lo_site_scan where tenant_id = ${asked.tenantId} and file = ${file}`.execute(tx)
  if (known.length > 0) return false
  const scanId = newId()
  await insertScan(tx, { ...asked, proof: {} }, { scanId, method: 'PHOTO', tagId: null, file, matched: true })
  return await spendScan(tx, scanId, { question, workId, now })
}

interface NewScan {
  readonly scanId: string
  readonly method: 'NFC' | 'QR' | 'PHOTO'
  readonly tagId: string | null
  readonly file: string | null
  readonly matched: boolean
}

async function insertScan(tx: Tx, asked: Asked, scan: NewScan): Promise<void> {
  const { place, proof, now, occurredAt = null } = asked
  await tx
    .insertInto('loSiteScan')
    .values({
      id: scan.scanId,
      tenantId: asked.tenantId,
      userId: asked.userId,
      sessionId: asked.sessionId,
      subjectKind: place.kind,
      subjectId: place.id,
      method: scan.method,
      tagId: scan.tagId,
      file: scan.file,
      matched: scan.matched ? 1 : 0,
      channel: occurredAt === null ? 'ONLINE' : 'OFFLINE',
      scanTime: new Date(now),
      claimedTime: occurredAt === null ? null : new Date(occurredAt),
      lng: proof.lng ?? null,
      lat: proof.lat ?? null,
      question: null,
      workId: null,
      usedTime: null,
    })
    .execute()
}

/** The place itself, and for a lock what it hangs on: its point, or its area when it has none. */
const placesOf = (tenantId: number, { kind, id }: SitePlace) => sql`(
    select ${kind}::text as kind, ${id}::text as id
    union all select 'POINT', l.point_id from lo_lock l
      where ${kind} = 'LOCK' and l.id = ${id} and l.tenant_id = ${tenantId} and l.point_id is not null
    union all select 'AREA', l.area_id from lo_lock l
      where ${kind} = 'LOCK' and l.id = ${id} and l.tenant_id = ${tenantId} and l.point_id is null)`

/**
 * The tag of this text at this place. Where a tag was issued only issued ones count; elsewhere what the keeper entered
 * as NFC number or QR text does, unless it is the number that everybody can read in a list.
 */
async function tagOf(
  tx: Tx,
  tenantId: number,
  place: SitePlace,
  code: string,
): Promise<{ id: string | null } | null> {
  const { rows } = await sql<{ id: string | null }>`
    with p as (select * from ${placesOf(tenantId, place)} p),
      issued as (select t.* from lo_site_tag t join p on p.kind = t.subject_kind and p.id = t.subject_id
        where t.tenant_id = ${tenantId} and t.retired_time is null)
    select id from issued where code_hash = ${hashOfTag(code)}
    union all
    select null from lo_point o join p on p.kind = 'POINT' and p.id = o.id
      where o.tenant_id = ${tenantId} and o.del_flag = 0 and ${code} in (o.nfc_uid, o.qr_code) and ${code} <> o.point_code
        and not exists (select 1 from issued i where i.subject_kind = 'POINT' and i.subject_id = o.id)
    union all
    select null from lo_lock l join p on p.kind = 'LOCK' and p.id = l.id
      where l.tenant_id = ${tenantId} and l.del_flag = 0 and ${code} = l.qr_code and ${code} <> l.lock_code
        and not exists (select 1 from issued i where i.subject_kind = 'LOCK' and i.subject_id = l.id)
    limit 1`.execute(tx)
  return rows[0] ?? null
}
