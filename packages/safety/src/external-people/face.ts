import { evidenceGap, evidenceMinutes, pictureGap } from '@suoan/domain/evidence-chain'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { findStored, readUnchanged } from '@suoan/platform/files/stored-file'
import { lookAtPicture } from '../evidence/look-at-picture.ts'

interface Call {
  readonly ctx: Context
  readonly tx: Tx
  readonly actor: Actor
  /** Epoch ms. */
  readonly now: number
}

/**
 * The photo that comes into the register is one that a face can be compared with: uploaded just now by who enters it,
 * decoded whole, large enough, and not the photo of somebody else there (decision 0551). Nothing is asked of no photo.
 * Throws REFUSED with the reason.
 */
export async function mustShowFace(
  { ctx, tx, actor, now }: Call,
  photo: string | null | undefined,
  /** The line of the register that is edited; null = a new one. */
  ownId: string | null,
): Promise<void> {
  if (!photo) return
  const file = await findStored(tx, actor.tenantId, photo)
  const content = file && (await readUnchanged(ctx.blobs, file))
  const gap = evidenceGap(
    file && {
      uploaderId: file.userId,
      uploadedAt: file.uploadedAt,
      mediaType: file.mediaType,
      isStored: content !== null,
      usedFor: null,
    },
    { userId: actor.userId, subject: '', now, withinMin: evidenceMinutes, isSignedByTerminal: false },
  )
  if (gap !== null || file === null || content === null) throw fail('REFUSED', { detail: gap ?? '' })
  const nothing = pictureGap(await lookAtPicture(content), false)
  if (nothing !== null) throw fail('REFUSED', { detail: nothing })
  const { rows } = await sql<{ name: string }>`select e.person_name as name
    from lo_external_person e join stored_file f on f.path = e.photo
    where e.tenant_id = ${actor.tenantId} and e.del_flag = 0 and e.id is distinct from ${ownId}
      and f.sha256 = ${file.sha256} limit 1`.execute(tx)
  const [other] = rows
  if (other) throw fail('REFUSED', { detail: `这张照片已是“${other.name}”的登记照片，请给本人拍照` })
}
