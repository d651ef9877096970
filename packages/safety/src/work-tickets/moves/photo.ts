import {
  takePhoto,
  tryPhoto,
  type PhotoAsked,
  type PhotoPurpose,
  type TakenPhoto,
} from '../../evidence/take-photo.ts'
import { loadPolicy } from '../facts/policy.ts'
import type { Scene } from '../ticket-command.ts'

/** A photo that the call gives as evidence of this ticket; null when it gives none. Throws REFUSED with the reason. */
export async function photoOf(
  scene: Scene,
  name: string | null | undefined,
  purpose: PhotoPurpose,
  bizId?: string,
): Promise<TakenPhoto | null> {
  return name ? await takePhoto(scene.tx, await askedOf(scene, name, purpose, bizId)) : null
}

/** The same where the record must be taken all the same (a failure, a stop): a photo that is none comes back as `gap`. */
export async function photoOrGap(
  scene: Scene,
  name: string | null | undefined,
  purpose: PhotoPurpose,
  bizId?: string,
): Promise<TakenPhoto | { readonly gap: string } | null> {
  return name ? await tryPhoto(scene.tx, await askedOf(scene, name, purpose, bizId)) : null
}

async function askedOf(
  { tx, work, actor, now, occurredAt, blobs }: Scene,
  name: string,
  purpose: PhotoPurpose,
  bizId: string | undefined,
): Promise<PhotoAsked> {
  if (blobs === undefined) throw new Error('the system gives no photos')
  const policy = await loadPolicy(tx, work)
  return {
    tenantId: work.tenantId,
    userId: actor.userId,
    name,
    subject: { kind: 'work', id: work.id },
    purpose,
    bizId,
    now,
    occurredAt,
    blobs,
    withinMin: policy?.photoMaxMin,
  }
}
