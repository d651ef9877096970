import { signatureAs, signDemandOf, signText, type SignDemand } from '@suoan/domain/signature'
import type { Position } from '@suoan/domain/place'
import { newId } from '@suoan/kit/id'
import { fail } from '@suoan/platform/fail'
import { spendSignProof } from '@suoan/platform/http/sign-proof'
import { sha256 } from '../../evidence/hash.ts'
import type { TakenPhoto } from '../../evidence/take-photo.ts'
import { loadPolicy } from '../facts/policy.ts'
import { saidAt, type Scene } from '../ticket-command.ts'
import { photoOf } from './photo.ts'

/** What a call sends for its signature; none of it is believed (`SignFields` of the contract). */
export interface GivenSign {
  readonly signType?: string | undefined
  readonly signProof?: string | undefined
  readonly signImg?: string | null | undefined
}

/** What is signed: the row it belongs to, as what, what the policy asks, and the content the signer saw. */
export interface Signature {
  readonly bizId: string
  readonly role: SignRole
  readonly given: GivenSign
  readonly demand: SignDemand
  readonly contentHash: string
  /** Whose decision it is, when he who signs stands in for another (T15). */
  readonly onBehalfOf?: string | null
  readonly position?: Position | undefined
}

export type SignRole = 'REVIEW' | 'APPROVE' | 'BRIEF' | 'HANDOVER' | 'LOCK' | 'MEASURE' | 'GAS'

/**
 * Appends the caller's signature (`LoWorkSign`, append-only) and returns its id: over the content, the row, the signer
 * and the time, stored as what was proved. Throws REFUSED with the reason when the proof is not good for this content or
 * less than the policy asks.
 */
export async function sign(scene: Scene, signature: Signature): Promise<string> {
  const { tx, actor, now, sessionId } = scene
  const { bizId, role, given, demand, contentHash, onBehalfOf = null, position } = signature
  const proved = given.signProof
    ? await spendSignProof(
        tx,
        given.signProof,
        { userId: actor.userId, sessionId: sessionId ?? '' },
        { bizId, contentHash },
        now,
      )
    : null
  if (given.signProof && proved === null)
    throw fail('REFUSED', { detail: '签署验证已过期或不是对本次内容所做，请重新验证后签署' })
  const image = await photoOf(scene, given.signImg, 'handwriting', bizId)
  const as = signatureAs({ claimed: given.signType, proved, hasImage: image !== null, demand })
  if ('gap' in as) throw fail('REFUSED', { detail: as.gap })
  return append(scene, {
    bizId,
    role,
    signerId: actor.userId,
    personId: null,
    signerName: null,
    onBehalfOf,
    witnessId: null,
    method: as.method,
    image,
    contentHash,
    position,
  })
}

/**
 * Appends the handwriting of a person of the ticket who has no account, drawn by himself on the screen of the caller, who witnesses it:
 * everybody else signs in his own session (`personId` is his line of the list of people). `image` is a picture that the
 * caller has just uploaded; its digest is part of what is hashed. Throws REFUSED with the reason when it is none.
 */
export async function signByHand(
  scene: Scene,
  signature: {
    readonly bizId: string
    readonly role: SignRole
    readonly personId: string
    readonly name: string
    readonly image: string
    readonly contentHash: string
  },
): Promise<string> {
  const { actor } = scene
  const { bizId, role, personId, name, contentHash } = signature
  const image = await photoOf(scene, signature.image, 'handwriting', personId)
  if (image === null) throw fail('REFUSED', { detail: `缺少${name}的手写签名，请本人在屏幕上签名` })
  return append(scene, {
    bizId,
    role,
    signerId: null,
    personId,
    signerName: name,
    onBehalfOf: null,
    witnessId: actor.userId,
    method: 'DRAW',
    image,
    contentHash,
    position: undefined,
  })
}

interface Row {
  readonly bizId: string
  readonly role: SignRole
  readonly signerId: string | null
  readonly personId: string | null
  readonly signerName: string | null
  readonly onBehalfOf: string | null
  readonly witnessId: string | null
  readonly method: 'PWD' | 'PIN' | 'TOTP' | 'DRAW' | 'SESSION'
  readonly image: TakenPhoto | null
  readonly contentHash: string
  readonly position: Position | undefined
}

async function append(scene: Scene, row: Row): Promise<string> {
  const { tx, work } = scene
  const signedAt = saidAt(scene)
  const id = newId()
  const { bizId, role, signerId, personId, signerName, onBehalfOf, witnessId, method, image, contentHash } =
    row
  const imageSha256 = image?.sha256 ?? null
  const text = signText({
    id,
    tenantId: work.tenantId,
    workId: work.id,
    bizId,
    role,
    signerId,
    personId,
    signerName,
    onBehalfOf,
    witnessId,
    method,
    imageSha256,
    contentHash,
    signedAt,
  })
  await tx
    .insertInto('loWorkSign')
    .values({
      id,
      tenantId: work.tenantId,
      workId: work.id,
      bizId,
      signerId,
      personId,
      signerName,
      witnessId,
      signRole: role,
      signType: method,
      signImg: image?.path ?? null,
      imgSha256: imageSha256,
      signHash: sha256(text),
      onBehalfOf,
      lng: row.position?.lng ?? null,
      lat: row.position?.lat ?? null,
      signedContentHash: contentHash,
      signTime: new Date(signedAt),
    })
    .execute()
  return id
}

/** What the step's row asks of its signature (as of when it was asked for). */
export async function stepDemand(
  tx: Scene['tx'],
  table: 'loWorkReview' | 'loWorkExamine',
  rowId: string,
): Promise<SignDemand> {
  const row = await tx.selectFrom(table).select('signDemand').where('id', '=', rowId).executeTakeFirst()
  return signDemandOf(row?.signDemand)
}

/** What the policy of the ticket asks of a briefing, a handover or a confirmed measure. */
export async function policyDemand(
  { tx, work }: Pick<Scene, 'tx' | 'work'>,
  what: 'brief' | 'handover' | 'measure',
): Promise<SignDemand> {
  const policy = await loadPolicy(tx, work)
  return policy?.signs[what] ?? signDemandOf(null)
}
