import type { PresenceProof } from '@suoan/contract'
import type { Tx } from '../../../context.ts'

/** Does the proof show that the person stands at the point: its own tag or code was read, or a photo taken there (R12)? */
export async function standsAtPoint(tx: Tx, pointId: string, proof: PresenceProof): Promise<boolean> {
  if (proof?.photo) return true
  const point = await tx
    .selectFrom('loPoint')
    .select(['nfcUid', 'qrCode'])
    .where('id', '=', pointId)
    .executeTakeFirst()
  const read = (code: string | undefined, own: string | null | undefined) => Boolean(code) && code === own
  return read(proof?.nfcUid, point?.nfcUid) || read(proof?.qr, point?.qrCode)
}
