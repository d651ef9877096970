import type { StateCode, TransitionRow } from '../transition-row.ts'
import { executing, isolating } from './states.ts'

const inHand: readonly StateCode[] = [...isolating, ...executing, '20/24']

/**
 * Shift handover (T34): the outgoing asks, the incoming accepts, both walk the site, the outgoing signs. Only then the
 * tag changes hands, in one step (SC15).
 */
export const handoverRows: readonly TransitionRow[] = [
  {
    id: 'T34',
    event: 'handoverAsk',
    from: inHand,
    by: ['LEAD', 'GUARD', 'PERMIT', 'WORK', 'CONTR'],
    guards: ['T34', 'G03', 'G04'],
    to: 'same',
    effects: ['notifyIncoming'],
  },
  {
    id: 'T34',
    event: 'handoverAccept',
    from: inHand,
    by: ['INCOMING'],
    guards: ['T34', 'G03', 'G04'],
    to: 'same',
    effects: ['handoverAccepted'],
  },
  {
    id: 'T34',
    event: 'handoverDone',
    from: inHand,
    by: ['OUTGOING'],
    guards: ['T34', 'G22', 'G03', 'G04'],
    to: 'same',
    effects: ['handedOver', 'notifyCrew'],
  },
  {
    id: 'T34',
    event: 'handoverCancel',
    from: inHand,
    by: ['OUTGOING', 'INCOMING'],
    guards: [],
    to: 'same',
    effects: ['handoverCancelled'],
  },
]
