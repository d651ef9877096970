import { gasState } from '@suoan/domain/dictionaries'
import type { Lockstep, TicketWorld, World } from '@suoan/model/lockstep'
import { accessLock } from './people.ts'

/** What both sides say of one moment, line by line: what it is about, and what is said of it. */
export type Picture = Readonly<Record<string, string>>

/** The model's people that stand for the same user. */
const asVerifier = (person: string | null): string => (person === 'gas' ? 'ver' : (person ?? ''))
const sorted = (lines: readonly string[]): string => lines.toSorted().join('; ')

/** What the model says of its tickets, in the words of `serverPicture`. */
export function modelPicture(run: Lockstep): Picture {
  const { world, alarms } = run
  const shown = world.tickets.filter(({ ticket }) => !(ticket.voidFlag && ticket.parentWorkId !== null))
  return {
    ...Object.fromEntries(shown.flatMap((each) => Object.entries(ticketLines(world, each, alarms)))),
    ...Object.fromEntries(
      Object.values(world.locks).map(({ lockId, state, custody, pointId, boundTo }) =>
        lockId === 'AC'
          ? [`lock ${accessLock}`, state === 'closed' ? 'closed' : 'open']
          : [
              `lock ${lockId}`,
              [state === 'closed' ? 'closed' : 'open', custody, pointId ?? '', boundTo ?? ''].join(' '),
            ],
      ),
    ),
    ...Object.fromEntries(
      [...new Set(world.tickets.flatMap(({ items }) => items.map(({ pointId }) => pointId)))].map(
        (pointId) => [
          `point ${pointId}`,
          `${world.holds.filter((hold) => hold.pointId === pointId).length} holds`,
        ],
      ),
    ),
  }
}

function ticketLines(world: World, each: TicketWorld, alarms: ReadonlySet<string>): Record<string, string> {
  const { ticket, items, steps, keys, grants, running } = each
  const { id } = ticket
  const holds = world.holds.filter((hold) => hold.workId === id)
  const workers = Object.entries(world.workers)
  const isSet = (time: number | null): string => (time === null ? '-' : 'set')
  const lines: Record<string, string> = {
    ticket: [
      `${ticket.status}/${ticket.phase}`,
      ticket.voidFlag ? 'void' : '',
      ticket.closeFlag ? 'closed' : '',
      `result ${ticket.closeResult ?? '-'}`,
      `review ${ticket.reviewStatus} approval ${ticket.approveStatus} round ${Math.min(ticket.round, 2)}`,
      `gas ${ticket.gasState === gasState.failed ? 'failed' : 'fine'} extended ${ticket.extendCount} lead ${ticket.leaderId} level ${ticket.workLevel}`,
      `sealed ${ticket.contentHash === null ? 'no' : 'yes'}`,
    ].join(' '),
    times: [
      `start ${isSet(ticket.realStart)} end ${isSet(ticket.realEnd)} suspended ${isSet(ticket.suspendedAt)}`,
      `valid ${ticket.validEnd ?? '-'} close ${ticket.closeDeadline ?? '-'}`,
    ].join(' '),
    inside: `${ticket.onSiteCount}: ${sorted(workers.flatMap(([who, { insideOf }]) => (insideOf === id ? [who] : [])))}`,
    mustAcknowledge: sorted(workers.flatMap(([who, { mustAck }]) => (mustAck ? [who] : []))),
    holds: sorted(
      holds.map(({ pointId, userId, lockId, state }) => `${pointId} ${userId} ${lockId} ${state}`),
    ),
    personalLocks: sorted(workers.flatMap(([who, { lockOn }]) => (lockOn === id ? [who] : []))),
    planned: running.planned && items.length > 0 ? 'yes' : 'no',
    steps: sorted(
      steps
        .filter((row) => row.round === ticket.round || row.status === 1)
        .map((row) => `${row.stage}.${row.stepNo} ${row.userId} ${row.status}`),
    ),
    signatures: sorted(keys.map(({ event, index, userId }) => `${event} ${index} ${asVerifier(userId)}`)),
    grants: `isolators ${grants.isolators ?? '-'} crew ${grants.crew ?? '-'}`,
    test:
      running.test === null
        ? '-'
        : `${sorted(running.test.pointIds)} by ${sorted(running.test.userIds)} ${running.test.on ? 'on' : 'off'}`,
    extension: `${running.extension ?? '-'}`,
    handovers: sorted(running.handovers.map(({ tag, from, to, state }) => `${tag} ${from} ${to} ${state}`)),
    removals: sorted(
      running.removals.map(
        ({ ownerId, requestBy, approveBy, removerId, state }) =>
          `${ownerId} ${state} asked ${requestBy} agreed ${approveBy ?? '-'} by ${removerId ?? '-'}`,
      ),
    ),
    stops: sorted(running.stops),
    emergency: running.emergency,
    alarms: sorted(
      [...alarms].flatMap((line) => (line.startsWith(`${id} `) ? [line.slice(id.length + 1)] : [])),
    ),
  }
  for (const [person, tags] of Object.entries(running.tags)) lines[`tags ${person}`] = sorted(tags)
  for (const item of items)
    lines[`item ${item.pointId}`] = [
      `state ${item.state} lock ${item.lockId ?? '-'} tag ${item.tagHung ? 'hangs' : '-'}`,
      `residual ${item.residualDone} isolator ${item.isolatorId ?? '-'} proof ${item.proof}`,
    ].join(' ')
  return Object.fromEntries(Object.entries(lines).map(([about, said]) => [`${id} ${about}`, said]))
}
