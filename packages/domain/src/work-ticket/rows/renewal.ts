import type { TransitionRow } from '../transition-row.ts'

/**
 * Renewal without a gap (T46). The old ticket asks for a new one, which passes T04–T11 like any other; when that starts
 * (T27 `renews`) the holds move over, and the old ticket ends in the same moment (T45 with 续票).
 */
export const renewalRows: readonly TransitionRow[] = [
  {
    id: 'T46',
    event: 'renew',
    from: ['20/21', '40/25'],
    by: ['APPLICANT'],
    guards: ['T46', 'G17'],
    to: 'same',
    effects: ['notifyCrew'],
  },
  {
    id: 'T45',
    event: 'handOver',
    from: ['20/21', '40/25'],
    by: ['SYSTEM'],
    guards: ['T46', 'G17', 'G18', 'G19', 'G26'],
    to: '40/30',
    effects: [
      'closedByRenewal',
      'closeOpenRows',
      'revokeGrants',
      'freeReservations',
      'sealChain',
      'notifyCrew',
    ],
  },
]
