import { handoverChecks, type TicketEvent } from '@suoan/domain/work-ticket'
import type { Asked } from './asked.ts'
import type { PersonId } from './people.ts'
import { laterEnd, momentOf, type TicketWorld, type World } from './world.ts'
import { day, minute } from '@suoan/domain/verdict'
import type { Runs } from './asked.ts'

const by = (actor: PersonId, ...events: TicketEvent[]): Asked[] => events.map((event) => ({ event, actor }))

const asks: Readonly<Record<Runs, (each: TicketWorld, world: World) => readonly Asked[]>> = {
  test: ({ items }) => {
    const [first] = items
    const event: TicketEvent = {
      type: 'testBegin',
      pointIds: first === undefined ? [] : [first.pointId],
      userIds: ['iso'],
      minutes: 30,
      toolsCleared: true,
    }
    return [
      ...by('lead', event),
      ...by('per', event, { type: 'testEnd', deEnergised: true }),
      ...by('iso', { type: 'relocked' }),
      // The minutes are over (`ticket.testOver`).
      ...by('system', { type: 'suspend', reason: '试运行到时' }),
    ]
  },
  group: () => [
    ...by('lead', { type: 'groupRelease', group: 1 }, { type: 'groupRelease', group: 2 }),
    ...by('per', { type: 'groupRelease', group: 1 }, { type: 'groupRelease', group: 2 }),
  ],
  extend: () => [
    ...by('lead', { type: 'extendAsk', extendId: 'E', newEnd: laterEnd }),
    ...by('apr1', { type: 'extendApprove', extendId: 'E' }),
    ...by(
      'per',
      { type: 'extendApprove', extendId: 'E' },
      { type: 'extendReject', extendId: 'E', reason: '不必' },
    ),
  ],
  deadline: ({ ticket }) =>
    (ticket.closeDeadline ?? 0) < momentOf[3]
      ? by('per', { type: 'closeDeadlineMove', deadline: momentOf[3] + day, reason: '收尾未完' })
      : [],
  locks: () => by('lead', { type: 'lockAdd', lockId: 'L1', changesScope: false }, { type: 'pointAdd' }),
  handover: ({ running }) => [
    ...by(
      'lead',
      { type: 'handoverAsk', handoverId: 'new:LEAD:lead:lead2' },
      { type: 'crewChange', userId: 'w2', roleTag: 'WORK', changesScope: false, replaces: 'w1' },
    ),
    ...by('w1', { type: 'handoverAsk', handoverId: 'new:WORK:w1:w2' }),
    ...running.handovers.flatMap(({ handoverId, from, to }) => [
      ...by(from, { type: 'handoverDone', handoverId, checks: handoverChecks.map(({ code }) => code) }),
      ...by(to, { type: 'handoverAccept', handoverId }, { type: 'handoverCancel', handoverId }),
    ]),
    // Whoever leads now goes on with the work.
    ...by(
      'lead2',
      { type: 'start' },
      { type: 'resume' },
      { type: 'releaseBegin' },
      { type: 'finish', closeResult: '1' },
    ),
  ],
  removal: ({ ticket, running }, world) => [
    ...(world.workers.w1.lockOn === ticket.id ? by('per', removalAsk) : []),
    ...running.removals.flatMap(({ removalId, state }): readonly Asked[] =>
      state > 2
        ? []
        : [
            ...by(
              'saf',
              { type: 'removalApprove', removalId, removerId: 'saf', witnessId: 'grd' },
              { type: 'removalReject', removalId, opinion: '不同意' },
            ),
            ...by('per', { type: 'removalApprove', removalId, removerId: 'per', witnessId: 'grd' }),
            ...by('saf', { type: 'removalDo', removalId, means: 2, photo: '照片' }),
            ...by('system', { type: 'removalExpire', removalId }),
            ...by('w1', { type: 'removalAck', removalId, channel: 1 }),
          ],
    ),
  ],
  renew: () => by('app', { type: 'renew' }),
  urgent: () => [
    ...by(
      'per',
      { type: 'emergencySubmit', reason: '泄漏', tagRead: false },
      { type: 'emergencyReview' },
      { type: 'emergencyApprove' },
    ),
    ...by('saf', { type: 'afterReview', opinion: '同意' }),
    ...by('system', { type: 'afterReviewLate' }),
  ],
  // A terminal without network tells later that somebody went in. Where points have been given back he stands unprotected
  // already, whatever the table says (I1), so it is asked only while they hold.
  found: ({ ticket }) =>
    [20, 21, 22, 23, 25].includes(ticket.phase)
      ? by('system', { type: 'presenceReported', userId: 'w1' })
      : [],
  // Nobody asks the table for these: they happen to people (`absence.ts`).
  guard: () => [],
  pass: () => [],
  late: ({ steps }) =>
    steps
      .filter((row) => row.status === 1 && row.stepNo === 1 && row.seatOf === null)
      .flatMap((row) =>
        [0, 1, 4].flatMap((nth) =>
          nth === 4 && row.escLevel === 0
            ? []
            : by('system', {
                type: 'stepOverdue',
                rowId: row.id,
                nth,
                superiors: [
                  {
                    stage: row.stage,
                    stepNo: row.stepNo,
                    userId: 'sup',
                    userName: '上级',
                    delegateFor: null,
                  },
                ],
              }),
        ),
      ),
}

const removalAsk: TicketEvent = {
  type: 'removalAsk',
  holdId: 'own-w1',
  reason: '锁主下班',
  ownerAbsent: '门禁记录',
  contacts: [1, 2].map((nth) => ({ at: momentOf[0] - nth * minute, channel: '电话', outcome: '无人接听' })),
  areaChecked: true,
  areaPhoto: '照片',
}

/** Everything that may be asked of what runs beside the ticket. */
export function askedOfRunning(each: TicketWorld, world: World, runs: readonly Runs[]): Asked[] {
  return runs.flatMap((name) => asks[name](each, world))
}
