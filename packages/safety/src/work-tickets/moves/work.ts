import { workTicketEndpoints as tickets } from '@suoan/contract'
import { command, just } from '../ticket-command.ts'
import { endRenewed } from './renew.ts'
import type { BindMove } from './bind-move.ts'
import { photoOf } from './photo.ts'

/** The work itself: start (T27), interrupt and stop (T32, never refused), answer for the cause (T55), resume (T33). */
export function bindWorking(bindMove: BindMove): void {
  bindMove(tickets.start, () => just({ type: 'start' }, null, endRenewed))
  bindMove(tickets.suspend, ({ reason, cause }) =>
    just({ type: 'suspend', reason, cause }, { reason, cause }),
  )
  bindMove(tickets.stop, ({ reason: given, cause }) => {
    const reason = given || '紧急停止'
    return just({ type: 'suspend', reason, cause }, { reason, cause, stop: true })
  })
  bindMove(tickets.causeClose, ({ causeId, evidence, photo }) =>
    command({
      reads: ['stopCauses'],
      prepare: (scene) => photoOf(scene, photo, 'cause', causeId),
      act: ({ facts, prepared: taken }) => {
        const { kind, reason } = facts.stopCauses.find((each) => each.causeId === causeId) ?? {}
        return {
          event: { type: 'causeClose', causeId, evidence, ...(taken && { hasFile: true }) },
          audit: {
            causeId,
            evidence,
            ...(kind && { cause: kind }),
            ...(reason && { reason }),
            ...(taken && { photo: taken.path, photoSha256: taken.sha256 }),
          },
        }
      },
    }),
  )
  bindMove(tickets.resume, () => just({ type: 'resume' }))
}
