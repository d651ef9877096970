import type { Position } from '@suoan/domain/place'
import { newId } from '@suoan/kit/id'
import type { Scene } from '../ticket-command.ts'

/** What is signed: the row it belongs to, as what, how, and the content the signer saw. */
export interface Signature {
  readonly bizId: string
  readonly role: 'REVIEW' | 'APPROVE' | 'BRIEF' | 'HANDOVER'
  readonly type: string
  readonly contentHash: string
  /** Whose decision it is, when he who signs stands in for another (T15). */
  readonly onBehalfOf?: string | null
  readonly position?: Position | undefined
}

/** Appends the caller's signature (`LoWorkSign`, append-only) and returns its id. */
export async function sign({ tx, work, actor, now }: Scene, signature: Signature): Promise<string> {
  const id = newId()
  await tx
    .insertInto('loWorkSign')
    .values({
      id,
      tenantId: work.tenantId,
      workId: work.id,
      bizId: signature.bizId,
      signerId: actor.userId,
      signRole: signature.role,
      signType: signature.type,
      onBehalfOf: signature.onBehalfOf ?? null,
      lng: signature.position?.lng ?? null,
      lat: signature.position?.lat ?? null,
      signedContentHash: signature.contentHash,
      signTime: new Date(now),
    })
    .execute()
  return id
}
