import { dueWarnings, isFlood, type DueWarning } from '@suoan/domain/warning'
import { groupBy } from '@suoan/kit/group'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { Candidate } from '../candidate.ts'
import { candidateOf } from './by-time.ts'
import { loadOpenSessions, type OpenSession } from './open-sessions.ts'

/** `lo_device_status` of a gateway that is gone. */
const OFFLINE = 2

interface Silent {
  readonly session: OpenSession
  readonly due: DueWarning
}

/**
 * W06: last known open, and silent for longer than its type allows. Locks of a gateway that is down with more than
 * twenty open locks become one warning with a list (flood control); locks that fall silent later join the list.
 */
export async function findOutOfContact(tx: Tx, now: number): Promise<Candidate[]> {
  const sessions = await loadOpenSessions(tx)
  const behind = groupBy(sessions, ({ gatewayId }) => gatewayId)
  const silent = sessions
    .filter(({ isListed, warned }) => !isListed && !warned.includes('W06'))
    .flatMap((session) =>
      dueWarnings(session.facts, null, now)
        .filter(({ warnType }) => warnType === 'W06')
        .map((due): Silent => ({ session, due })),
    )
    .toSorted((a, b) => a.due.raisedAt - b.due.raisedAt)
  const isOfGateway = ({ session: { gatewayId, gatewayStatus, parentId } }: Silent): boolean => {
    const openLocks = behind.get(gatewayId)?.length ?? 0
    return (
      gatewayId !== null && (parentId !== null || isFlood({ isDown: gatewayStatus === OFFLINE, openLocks }))
    )
  }
  const flooded = groupBy(silent.filter(isOfGateway), ({ session }) => session.gatewayId ?? '')
  const single = silent
    .filter((each) => !isOfGateway(each))
    .map(({ session, due }) => ({ ...candidateOf(session, due), gatewayId: session.gatewayId }))
  const parents: Candidate[] = []
  for (const [gatewayId, [first, ...others]] of flooded) {
    if (first === undefined) continue
    const lockList = [first, ...others].map(entryOf)
    if (first.session.parentId === null) parents.push(parentOf(gatewayId, first, lockList))
    else await joinParent(tx, first.session.parentId, lockList)
  }
  return [...single, ...parents]
}

type Entries = NonNullable<Candidate['lockList']>

const entryOf = ({ session: { lockId, lockName, sessionId } }: Silent): Entries[number] => ({
  lockId,
  lockName,
  sessionId,
})

function parentOf(gatewayId: string, { session, due }: Silent, lockList: Entries): Candidate {
  // The first session tells one outage of the gateway from the next.
  const sessionId = `GW-${session.sessionId}`
  const about = { lockId: gatewayId, gatewayId, sessionId, workId: null, openUserId: null, lockList }
  return { ...candidateOf(session, due), ...about }
}

/** Locks that fell silent after the warning of their gateway join its list. */
async function joinParent(tx: Tx, parentId: string, lockList: Entries): Promise<void> {
  await sql`update lo_unclose_lock set lock_list = coalesce(lock_list, '[]'::jsonb) || ${JSON.stringify(lockList)}::jsonb
    where id = ${parentId}`.execute(tx)
}
