import type { TransitionRow } from '../transition-row.ts'
import { isolating } from './states.ts'

/** Time runs out, and the expired ticket is closed (T17, T40, T45, T54). */
export const expiryRows: readonly TransitionRow[] = [
  {
    id: 'T17',
    event: 'expire',
    from: isolating,
    when: 'mustRestore',
    by: ['SYSTEM'],
    guards: ['T17'],
    to: '40/24',
    // Isolators keep their grants: whoever restores opens the locks under the close-out leg (§5.8 L4, R06).
    effects: [
      'setCloseDeadline',
      'closeOpenRows',
      'workGrantsOff',
      'isolatorGrants',
      'stopTimers',
      'lateOutRaised',
      'notifyCrew',
    ],
  },
  {
    id: 'T17',
    event: 'expire',
    from: ['1/0', '2/0', '4/0', ...isolating],
    by: ['SYSTEM'],
    guards: ['T17'],
    to: '40/30',
    effects: ['closeOpenRows', 'revokeGrants', 'freeReservations', 'closeTicket', 'notifyApplicant'],
  },
  {
    id: 'T40',
    event: 'expire',
    from: ['20/20', '20/21'],
    by: ['SYSTEM'],
    guards: ['T17'],
    to: '40/25',
    effects: [
      'setCloseDeadline',
      'workGrantsOff',
      'extensionLapsed',
      'stopTimers',
      'lateOutRaised',
      'notifyLeave',
    ],
  },
  {
    id: 'T54',
    event: 'expire',
    from: ['20/22', '20/23', '20/24', '4/24'],
    by: ['SYSTEM'],
    guards: ['T17'],
    to: '40/24',
    effects: [
      'setCloseDeadline',
      'workGrantsOff',
      'testStopped',
      'isolatorGrants',
      'extensionLapsed',
      'stopTimers',
      'lateOutRaised',
      'notifyCrew',
    ],
  },
  {
    id: 'T45',
    event: 'closeExpired',
    from: ['40/24'],
    by: ['LEAD', 'DEPT', 'PERMIT'],
    keys: [['LEAD'], ['DEPT'], ['PERMIT']],
    guards: ['G17', 'G18', 'G19', 'G20', 'G21', 'G26', 'T44'],
    to: '40/30',
    effects: ['closedExpired', 'stopTimers', 'revokeGrants', 'freeReservations', 'sealChain', 'notifyCrew'],
  },
]
