import { generateKeyPairSync, sign } from 'node:crypto'
import { offlineEndpoints, type OfflineCapsule, type OfflineOpInput } from '@suoan/contract'
import type { Clock } from '@suoan/kit/clock'
import { newUlid } from '@suoan/kit/id'
import type { TicketWorld } from '../testing/ticket-world.ts'
import { opHash, returnHash } from './read-op.ts'

/** A person's phone: takes a capsule along, writes operations down without a network, and uploads them later. */
export interface Phone {
  readonly deviceId: string
  readonly capsule: OfflineCapsule
  /** Writes down what its owner does at the clock's time, or with a clock that is `aheadMs` off. */
  does(event: string, args?: OfflineOpInput['args'], aheadMs?: number): OfflineOpInput
  /** Says that nothing follows what it has written down so far: its capsule goes back. */
  givesBack(): { capsuleId: string; sig: string }
  /** Everything written down so far, in order. */
  readonly kept: OfflineOpInput[]
}

/** The part of a world that a phone needs. */
type Taking = Pick<TicketWorld, 'take'> & { readonly world: { readonly clock: Clock } }

/** Takes the ticket along on somebody's phone. */
export async function takeAlong(plant: Taking, who: string, workId: string): Promise<Phone> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const deviceId = `PHONE-${who}`
  const capsule = await plant.take(who, offlineEndpoints.capsule, {
    workId,
    deviceId,
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64url'),
  })
  const kept: OfflineOpInput[] = []
  let head = capsule.chainStart
  const signed = (hash: string) =>
    sign('sha256', Buffer.from(hash, 'hex'), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
      'base64url',
    )
  return {
    deviceId,
    capsule,
    kept,
    givesBack: () => ({ capsuleId: capsule.capsuleId, sig: signed(returnHash(capsule.capsuleId, head)) }),
    does(event, args = {}, aheadMs = 0) {
      const stamp = plant.world.clock.now() + aheadMs
      const counter = kept.length.toString(16).padStart(4, '0')
      const said = {
        clientOpId: newUlid(),
        capsuleId: capsule.capsuleId,
        workId,
        event,
        args,
        hlc: `${stamp}-${counter}-${deviceId.replace('-', '_')}`,
        prevHash: head,
      }
      head = opHash(said)
      const op = { ...said, sig: signed(head) }
      kept.push(op)
      return op
    },
  }
}
