import type { TransitionRow } from '../transition-row.ts'
import { releasing, live } from './states.ts'

/** Work complete: locks off, points back, finish (T41–T44). */
export const releaseRows: readonly TransitionRow[] = [
  {
    id: 'T41',
    event: 'releaseBegin',
    from: ['20/20', '20/21', '40/25'],
    by: ['LEAD'],
    guards: ['G17', 'G20'],
    to: 'statusKept/24',
    effects: ['workGrantsOff', 'isolatorGrants', 'notifyOwners'],
  },
  {
    id: 'T42',
    event: 'personalLockOff',
    from: live,
    by: ['OWNER'],
    guards: ['T42'],
    to: 'same',
    effects: ['personalLockRemoved'],
  },
  {
    id: 'T43',
    event: 'pointRestore',
    from: releasing,
    by: ['ISO'],
    // T41 found the site empty; whoever is found inside since (T28) is out before energy comes nearer.
    guards: ['T43', 'R08', 'G17', 'G27', 'G18', 'G21'],
    notes: ['G24'],
    to: 'same',
    effects: ['pointRestored'],
  },
  {
    id: 'T44',
    event: 'finish',
    from: ['20/24'],
    by: ['LEAD', 'DEPT', 'PERMIT'],
    keys: [['LEAD'], ['DEPT'], ['PERMIT']],
    guards: ['G17', 'G18', 'G19', 'G20', 'G21', 'G26', 'T44'],
    to: '30/30',
    effects: ['finished', 'stopTimers', 'revokeGrants', 'freeReservations', 'sealChain', 'notifyCrew'],
  },
]
