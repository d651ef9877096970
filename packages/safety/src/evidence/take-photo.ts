import { evidenceGap, evidenceMinutes } from '@suoan/domain/evidence-chain'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { findStored, isStillStored, type StoredFile } from '@suoan/platform/files/stored-file'

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
  /** Where uploads lie (`filesFolder`). */
  readonly folder: string
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
 * picture of this person, of lately, of nothing else, that still lies in the store (`evidenceGap`). It is bound to its
 * subject as a row of `lo_evidence_file`, which is part of the ticket's chain. Throws REFUSED with the reason otherwise.
 */
export async function takePhoto(tx: Tx, asked: PhotoAsked): Promise<TakenPhoto> {
  const taken = await tryPhoto(tx, asked)
  if ('gap' in taken) throw fail('REFUSED', { detail: taken.gap })
  return taken
}

/** The same for a record that must not fail for the want of a photo: the reason comes back as `gap`. */
export async function tryPhoto(tx: Tx, asked: PhotoAsked): Promise<TakenPhoto | { readonly gap: string }> {
  const { tenantId, userId, subject, now } = asked
  const file = await findStored(tx, tenantId, asked.name.trim())
  const judge = async (usedFor: string | null) =>
    evidenceGap(
      file && {
        uploaderId: file.userId,
        uploadedAt: file.uploadedAt,
        mediaType: file.mediaType,
        isStored: await isStillStored(asked.folder, file),
        usedFor,
      },
      {
        userId,
        subject: `${subject.kind}/${subject.id}`,
        now,
        withinMin: asked.withinMin ?? evidenceMinutes,
        isSignedByTerminal: asked.occurredAt !== undefined && asked.name.startsWith('sha256:'),
      },
    )
  if (file === null) return { gap: (await judge(null)) ?? '' }
  const gap = await judge(await boundTo(tx, file.path))
  if (gap !== null) return { gap }
  // A faster call may have bound the file meanwhile: then its subject decides.
  const bound = await bind(tx, asked, file)
  const lost = bound ? null : await judge(await boundTo(tx, file.path))
  return lost === null ? { path: file.path, sha256: file.sha256 } : { gap: lost }
}

/** What the file is evidence of already, `kind/id`. */
async function boundTo(tx: Tx, path: string): Promise<string | null> {
  const { rows } = await sql<{ usedFor: string }>`
    select subject_kind || '/' || subject_id as used_for from lo_evidence_file where path = ${path}`.execute(
    tx,
  )
  return rows[0]?.usedFor ?? null
}

/** Binds the file to its subject; false when it is bound already. */
async function bind(tx: Tx, { subject, ...asked }: PhotoAsked, file: StoredFile): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into lo_evidence_file (id, tenant_id, path, work_id, subject_kind, subject_id, purpose, biz_id, sha256, size,
      user_id, upload_time, use_time)
    values (${newId()}, ${asked.tenantId}, ${file.path}, ${subject.kind === 'work' ? subject.id : null}, ${subject.kind},
      ${subject.id}, ${asked.purpose}, ${asked.bizId ?? null}, ${file.sha256}, ${file.size}, ${file.userId},
      ${new Date(file.uploadedAt)}, ${new Date(asked.now)})
    on conflict (path) do nothing`.execute(tx)
  return numAffectedRows === 1n
}
