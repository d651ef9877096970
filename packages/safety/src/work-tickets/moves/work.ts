import { workTicketEndpoints as tickets } from '@suoan/contract'
import { just } from '../ticket-command.ts'
import { endRenewed } from './renew.ts'
import type { BindMove } from './bind-move.ts'

/** The work itself: start (T27), interrupt and stop (T32, never refused), resume (T33). */
export function bindWorking(bindMove: BindMove): void {
  bindMove(tickets.start, () => just({ type: 'start' }, null, endRenewed))
  bindMove(tickets.suspend, ({ reason }) => just({ type: 'suspend', reason }, { reason }))
  bindMove(tickets.stop, ({ reason }) =>
    just({ type: 'suspend', reason: reason || '紧急停止' }, { reason: reason || '紧急停止', stop: true }),
  )
  bindMove(tickets.resume, () => just({ type: 'resume', causeClosed: true }))
}
