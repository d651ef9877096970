import type { TransitionRow } from '../transition-row.ts'

/** Locks lifted for a test, and put back (T35–T37). Lifting is energising: window and alarms are asked too. */
export const testRunRows: readonly TransitionRow[] = [
  {
    id: 'T35',
    event: 'testBegin',
    from: ['20/20', '20/21'],
    by: ['LEAD', 'PERMIT'],
    keys: [['LEAD'], ['PERMIT']],
    confirmsSame: true,
    guards: ['T35', 'G10', 'G03', 'G17', 'G27', 'G18', 'G21', 'G24', 'G16'],
    to: '20/22',
    effects: ['testBegun', 'workGrantsOff', 'notifyCrew'],
  },
  {
    id: 'T36',
    event: 'testEnd',
    from: ['20/22'],
    by: ['PERMIT'],
    guards: ['T36'],
    to: '20/23',
    effects: ['testStopped', 'isolatorGrants', 'notifyIsolators'],
  },
  {
    // The test began while the work was interrupted: its cause is still to be closed, and only T33 asks for that.
    id: 'T37',
    event: 'relocked',
    from: ['20/23'],
    when: 'wasSuspended',
    by: ['ISO', 'VERIFY'],
    guards: ['T37', 'G11', 'G12'],
    to: '20/21',
    effects: ['testCleared', 'notifyCrew'],
  },
  {
    id: 'T37',
    event: 'relocked',
    from: ['20/23'],
    by: ['ISO', 'VERIFY'],
    // A return to work asks what a start asks: in the test the air, the guardian and the hour have changed.
    guards: ['T37', 'G10', 'G03', 'G11', 'G12', 'G13', 'G14', 'G15', 'G16', 'G30'],
    to: '20/20',
    effects: ['testCleared', 'workResumes', 'workGrants', 'startTimers', 'notifyCrew'],
  },
]
