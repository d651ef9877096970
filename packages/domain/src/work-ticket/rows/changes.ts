import type { TransitionRow } from '../transition-row.ts'

/** What changes in a ticket that is being carried out: locks, groups, time (T31, T38, T39, and the close-out term of §5.8 L4). */
export const changeRows: readonly TransitionRow[] = [
  {
    id: 'T31',
    event: 'lockAdd',
    from: ['20/20'],
    by: ['LEAD'],
    guards: ['T31', 'G10', 'G03', 'G07'],
    to: 'same',
    effects: ['notifyReviewers'],
  },
  {
    id: 'T31',
    event: 'pointAdd',
    from: ['20/20'],
    by: ['LEAD'],
    guards: ['T31'],
    to: 'same',
    effects: [],
  },
  {
    id: 'T38',
    event: 'groupRelease',
    from: ['20/20', '20/21'],
    by: ['LEAD', 'PERMIT'],
    keys: [['LEAD'], ['PERMIT']],
    confirmsSame: true,
    // An entry that a terminal still keeps is nobody outside (G27), wherever energy comes back.
    guards: ['T38', 'G10', 'G03', 'R08', 'G17', 'G27', 'G18', 'G05', 'G24', 'G21'],
    to: 'same',
    effects: ['groupReleased', 'notifyCrew'],
  },
  {
    id: 'T39',
    event: 'extendAsk',
    from: ['20/20', '20/21'],
    by: ['LEAD'],
    guards: ['G25', 'G02', 'G29', 'G03', 'G06'],
    to: 'same',
    effects: ['notifyApprovers'],
  },
  {
    id: 'T39',
    event: 'extendApprove',
    from: ['20/20', '20/21'],
    by: ['APPROVE', 'PERMIT'],
    keys: [['APPROVE'], ['PERMIT']],
    guards: ['G25', 'G10', 'G02', 'G29', 'G03', 'G06', 'G12', 'G14'],
    to: 'same',
    effects: ['extended', 'startTimers', 'notifyCrew'],
  },
  {
    id: 'T39',
    event: 'extendReject',
    from: ['20/20', '20/21'],
    by: ['APPROVE', 'PERMIT'],
    guards: [],
    to: 'same',
    effects: ['extensionRefused', 'notifyCrew'],
  },
  {
    // The close-out leg ends with the term; only the permitter gives it more, with a reason (§5.8 L4).
    id: 'T54',
    event: 'closeDeadlineMove',
    from: ['4/24', '20/24', '40/24', '40/25'],
    by: ['PERMIT'],
    guards: ['T54'],
    to: 'same',
    effects: ['deadlineMoved', 'notifyCrew'],
  },
]
