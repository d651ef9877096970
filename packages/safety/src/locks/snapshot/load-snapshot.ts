import type { LockAction, Presence, Snapshot } from '@suoan/domain/interlock'
import { openMethod } from '@suoan/domain/dictionaries'
import { metresBetween } from '@suoan/domain/place'
import type { Tx } from '@suoan/platform/context'
import { together } from '@suoan/platform/db/together'
import { loadPrevention, stopOrderAt } from '../../areas/index.ts'
import type { LockProof } from './take-lock-proof.ts'
import { loadEmergency } from './emergency.ts'
import { loadGrants } from './grants.ts'
import { loadLegsOff } from './legs-off.ts'
import { loadLock, type LoadedLock } from './lock.ts'
import { loadTicket } from './ticket.ts'
import { loadUser } from './user.ts'
import { loadWitness } from './witness.ts'
import { alarmsAround, isWearerOnSite } from './surroundings.ts'

export interface SnapshotRequest {
  readonly tenantId: number
  readonly lockId: string
  readonly userId: string
  /** The session that asks; null when somebody else is asked about: then the person's newest login counts. */
  readonly sessionId: string | null
  readonly workId: string | null
  readonly action: LockAction
  /** Asked to save somebody (L7): nothing else is asked. */
  readonly rescue?: boolean
  /** Epoch ms. */
  readonly at: number
  /** What shows that the person stands there: a tag, a code, a place. Null = from afar. */
  readonly proof: LockProof | 'assumed' | null
}

/**
 * One consistent picture for the interlock (3-domain.md §5.8), or null when the tenant has no such lock or user. Run it
 * in a repeatable-read transaction or accept what the statement order sees; it changes nothing.
 */
export async function loadSnapshot(tx: Tx, request: SnapshotRequest): Promise<Snapshot | null> {
  return together(tx, (reading) => snapshotOf(reading, request))
}

async function snapshotOf(tx: Tx, request: SnapshotRequest): Promise<Snapshot | null> {
  const { tenantId, lockId, userId, at } = request
  const [found, emergency, legsOff] = await Promise.all([
    loadLock(tx, tenantId, lockId),
    loadEmergency(tx, { tenantId, lockId, userId, at, rescue: request.rescue ?? false }),
    loadLegsOff(tx, tenantId),
  ])
  if (found === null) return null
  const workId = request.workId ?? emergency?.workId ?? null
  const [ticket, grants, around, ownerOnSite] = await Promise.all([
    loadTicket(tx, { tenantId, lockId, userId, at, workId }),
    loadGrants(tx, tenantId, userId, lockId),
    alarmsAround(tx, tenantId, lockId, found.fact.areaCode, at),
    isWearerOnSite(tx, found.fact),
  ])
  const pointId = ticket?.pointId ?? found.fact.pointId
  const [user, rules, stopOrder, witness] = await Promise.all([
    loadUser(tx, {
      tenantId,
      userId,
      sessionId: request.sessionId,
      at,
      tags: ticket?.fact.userTags ?? [],
      certRules: ticket?.certRules ?? null,
    }),
    loadPrevention(tx, tenantId, pointId === null ? [] : [pointId]),
    stopOrderAt(tx, tenantId, { areaCode: found.fact.areaCode, workId: ticket?.fact.workId ?? null }),
    loadWitness(tx, { tenantId, lockId, userId, at, ticket }),
  ])
  if (user === null) return null
  const presence = presenceOf(request.proof, found, at)
  return {
    at,
    action: request.action,
    method: presence === null ? openMethod.remote : openMethod.appBle,
    user,
    lock: found.fact,
    ticket: ticket?.fact ?? null,
    grants,
    presence,
    remoteConfirmedBy: witness?.userId ?? null,
    second: witness,
    prevention: { pointId, ...rules },
    ...around,
    stopOrder,
    emergency: emergency?.fact ?? null,
    ownerOnSite,
    offline: null,
    legsOff,
  }
}

/** A lock's own place, metres: as good as phones are between steel walls. */
const FENCE_M = 100

/** What a taken proof shows about standing at this lock (R12): a scan, else the place the phone says it is at. */
export function presenceOf(
  proof: LockProof | 'assumed' | null,
  lock: LoadedLock,
  at: number,
): Presence | null {
  if (proof === null) return null
  if (proof === 'assumed') return { kind: 'NFC', at, matches: true }
  const { scan, lng, lat } = proof
  if (scan !== null) return { kind: scan.kind, at: scan.at, matches: scan.matches, used: scan.used }
  if (lng === undefined || lat === undefined) return null
  const here = { lng, lat }
  return {
    kind: 'GEO',
    at,
    matches: lock.place !== null && metresBetween(lock.place, here) <= FENCE_M,
  }
}
