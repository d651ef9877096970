import { evidenceGap, evidenceMinutes, pictureGap } from '@suoan/domain/evidence-chain'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { findStored, readUnchanged, type StoredFile } from '@suoan/platform/files/stored-file'
import { type BlobStore, StoreAwayError } from '@suoan/platform/files/store/blob-store'
import { lookAtPicture } from './look-at-picture.ts'

/** What a photo shows, for whoever reads the record later. */
export type PhotoPurpose =
  | 'presence'
  | 'claim'
  | 'witness'
  | 'verify'
  | 'siteCheck'
  | 'areaClear'
  | 'removal'
  | 'warning'
  | 'handwriting'
  | 'cause'
  | 'measure'
  | 'gas'

export interface PhotoAsked {
  readonly tenantId: number
  /** Who gives it. */
  readonly userId: string
  /** The name the client sent: a stored path, or `sha256:<hex>` of an offline operation. */
  readonly name: string
  readonly subject: { readonly kind: 'work' | 'warn'; readonly id: string }
  readonly purpose: PhotoPurpose
  /** The row of the subject it belongs to: a point, a request, a person. */
  readonly bizId?: string | undefined
  readonly now: number
  /** Set when the operation was signed by a terminal without network. */
  readonly occurredAt?: number | undefined
  /** Where uploads lie. */
  readonly blobs: BlobStore
  /** Minutes between upload and use; the policy's, else `evidenceMinutes`. */
  readonly withinMin?: number | undefined
}

/** A photo that counts: its stored path, and the digest that goes into the chain. */
export interface TakenPhoto {
  readonly path: string
  readonly sha256: string
}

/**
 * The one door for every photo that proves something (site check, closure, removal, warning, handwriting): an uploaded
 * picture of this person, of lately, that still lies in the store, whose content has proved nothing yet (`evidenceGap`)
 * and shows something (`pictureGap`): one picture, one step of one person. It is bound to its subject as a row of `lo_evidence_file`, which is part of the ticket's chain. Throws REFUSED with the reason otherwise.
 */
export async function takePhoto(tx: Tx, asked: PhotoAsked): Promise<TakenPhoto> {
  const taken = await judgePhoto(tx, asked)
  if ('gap' in taken) throw fail('REFUSED', { detail: taken.gap })
  return taken
}

/**
 * The same for a record that must not fail for the want of a photo (a stop, a failure), nor for a store that is away: the
 * reason comes back as `gap`.
 */
export async function tryPhoto(tx: Tx, asked: PhotoAsked): Promise<TakenPhoto | { readonly gap: string }> {
  try {
    return await judgePhoto(tx, asked)
  } catch (error) {
    if (error instanceof StoreAwayError) return { gap: '文件存储暂时不可用，照片没有核对' }
    throw error
  }
}

async function judgePhoto(tx: Tx, asked: PhotoAsked): Promise<TakenPhoto | { readonly gap: string }> {
  const { tenantId, userId, subject, now } = asked
  const file = await findStored(tx, tenantId, asked.name.trim())
  const content = file && (await readUnchanged(asked.blobs, file))
  const gap = evidenceGap(
    file && {
      uploaderId: file.userId,
      uploadedAt: file.uploadedAt,
      mediaType: file.mediaType,
      isStored: content !== null,
      usedFor: await boundTo(tx, file),
    },
    {
      userId,
      subject: `${subject.kind}/${subject.id}`,
      now,
      withinMin: asked.withinMin ?? evidenceMinutes,
      isSignedByTerminal: asked.occurredAt !== undefined && asked.name.startsWith('sha256:'),
    },
  )
  if (gap !== null || file === null || content === null) return { gap: gap ?? '' }
  const shown = await lookAtPicture(content)
  const nothing = pictureGap(shown, asked.purpose === 'handwriting')
  if (nothing !== null) return { gap: nothing }
  await bind(tx, asked, file)
  return { path: file.path, sha256: file.sha256 }
}

/**
 * What the file is evidence of already, `kind/id`: it, or any upload of the same content to this tenant. Of two calls
 * with the same content the second waits for the first, and sees what it has bound.
 */
async function boundTo(tx: Tx, { tenantId, path: name, sha256 }: StoredFile): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`evidence:${tenantId}:${sha256}`}, 0))`.execute(
    tx,
  )
  const { rows } = await sql<{ usedFor: string }>`
    select subject_kind || '/' || subject_id as used_for from lo_evidence_file
    where path = ${name} or (tenant_id = ${tenantId} and sha256 = ${sha256})
    order by use_time limit 1`.execute(tx)
  return rows[0]?.usedFor ?? null
}

/** Binds the file to its subject. */
async function bind(tx: Tx, { subject, ...asked }: PhotoAsked, file: StoredFile): Promise<void> {
  await sql`
    insert into lo_evidence_file (id, tenant_id, path, work_id, subject_kind, subject_id, purpose, biz_id, sha256, size,
      user_id, upload_time, use_time)
    values (${newId()}, ${asked.tenantId}, ${file.path}, ${subject.kind === 'work' ? subject.id : null}, ${subject.kind},
      ${subject.id}, ${asked.purpose}, ${asked.bizId ?? null}, ${file.sha256}, ${file.size}, ${file.userId},
      ${new Date(file.uploadedAt)}, ${new Date(asked.now)})`.execute(tx)
}
