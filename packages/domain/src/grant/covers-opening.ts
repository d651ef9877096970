import { execPhase, grantStatus, grantType, type ExecPhase, type OpenMethod } from '../dictionaries/index.ts'
import { second } from '../verdict/index.ts'
import { grantGap, type Grant, type GrantRequest } from './covers.ts'

/** A grant with what tells how it stood before; times in epoch ms. */
export interface RecordedGrant extends Grant {
  createdAt: number | null
  /** When it was last changed: of a ticket's grant, when it took its present status. */
  changedAt: number | null
  /** Openings by it that the log has at or after the one in question; they are counted in `usedCount` already. */
  usedSince: number
}

/** A ticket's phases in the order it went through them; `since` in epoch ms. */
export type PhaseHistory = readonly { readonly since: number; readonly phase: ExecPhase | null }[]

/** An opening that has happened, with the facts of its own moment. */
export interface RecordedOpening {
  /** Who the lock says it was; null = it knows nobody. */
  userId: string | null
  /** The grant the lock says it opened by. */
  grantId: string | null
  lock: GrantRequest['lock']
  /** Corrected device time, epoch ms. */
  at: number
  method: OpenMethod | null
  /** The ticket its command or grant belongs to; null = it names none. */
  workId: string | null
  /** Tickets whose isolation lock it was. */
  heldFor: readonly string[]
}

/** A clock within this is taken as right (3-domain.md §5.5.4), so an opening may be written this much too early, ms. */
const clockSlackMs = 2 * second

/** Phases in which people rely on the isolation (3-domain.md §4.4). */
const reliedOnPhases: readonly (ExecPhase | null)[] = [
  execPhase.locked,
  execPhase.verified,
  execPhase.working,
  execPhase.suspended,
]

/** The phase a ticket was in; null before its first one, or when nothing is known of it. */
function phaseAt(history: PhaseHistory | undefined, at: number): ExecPhase | null {
  return history?.findLast(({ since }) => since <= at)?.phase ?? null
}

/**
 * Did a grant cover an opening when it happened (R06, W04)? Grants, phases and uses count as they were then: what was given
 * afterwards covers nothing, what ended afterwards did cover it. An isolation lock that people rely on opens by an
 * emergency or a test-run grant only (3-domain.md §4.4).
 */
export function coversOpening(
  opening: RecordedOpening,
  grants: readonly RecordedGrant[],
  phases: ReadonlyMap<string, PhaseHistory>,
): boolean {
  const moments = [opening.at, opening.at + clockSlackMs]
  // The opening itself sends a ticket back (T25); that must not excuse it.
  const isReliedOn = opening.heldFor.some((workId) =>
    moments.some((at) => reliedOnPhases.includes(phaseAt(phases.get(workId), at))),
  )
  return grants.some((grant) => {
    if (isReliedOn && grant.grantType !== grantType.emergency && grant.grantType !== grantType.testRun)
      return false
    // A lock that knows nobody names the grant it opened by; a lock that knows somebody names him.
    const userId = opening.userId ?? (opening.grantId === grant.grantId ? grant.userId : null)
    if (userId === null) return false
    // A local credential names no ticket: any of the person's own counts.
    const workId = opening.workId ?? grant.workId
    const { lock, method } = opening
    return moments.some((at) => {
      const phase = workId === null ? null : phaseAt(phases.get(workId), at)
      return (
        grantGap(grantAt(grant, at), { userId, lock, action: 'OPEN', at, workId, phase, method }) === null
      )
    })
  })
}

/** The grant as it was at a moment. */
function grantAt(grant: RecordedGrant, at: number): Grant {
  const usedCount = grant.usedCount - grant.usedSince
  if (grant.createdAt !== null && grant.createdAt > at)
    return { ...grant, usedCount, status: grantStatus.pending }
  // Only a ticket ends its grants by itself; whoever takes back another one means it from the beginning.
  const isOfTicket = grant.grantType === grantType.ticket || grant.grantType === grantType.testRun
  const hasEnded = grant.status === grantStatus.revoked || grant.status === grantStatus.expired
  const endedAfter = isOfTicket && hasEnded && grant.changedAt !== null && grant.changedAt > at
  return { ...grant, usedCount, status: endedAfter ? grantStatus.active : grant.status }
}
