import type { Actor, Tx } from '@suoan/platform/context'
import { takeProof, type ShownProof, type TakenProof } from '../../site-tags/index.ts'

/** What somebody shows at a lock, after the server has looked at it and kept it. */
export interface LockProof {
  readonly scan: TakenProof | null
  readonly lng?: number | undefined
  readonly lat?: number | undefined
}

/** Takes what a client shows at a lock (R12): the scan is stored, its time is the server's. */
export async function takeLockProof(
  tx: Tx,
  { tenantId, userId, sessionId }: Actor,
  lockId: string,
  proof: ShownProof | null | undefined,
  now: number,
): Promise<LockProof | null> {
  if (!proof) return null
  const place = { kind: 'LOCK', id: lockId } as const
  const scan = await takeProof(tx, { tenantId, userId, sessionId, place, proof, now })
  return { scan, lng: proof.lng, lat: proof.lat }
}
