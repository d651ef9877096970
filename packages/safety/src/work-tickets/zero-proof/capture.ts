import { execPhase } from '@suoan/domain/dictionaries'
import { canonicalJson, type Canonical } from '@suoan/domain/evidence-chain'
import type { FactName, Ticket, TicketFacts } from '@suoan/domain/work-ticket'
import type { Verdict } from '@suoan/domain/verdict'
import type { PointEvidence, StepEvidence, ZeroEnergyBody } from '@suoan/domain/zero-energy'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { sha256 } from '../../evidence/hash.ts'
import type { WorkRow } from '../ticket-row.ts'

/** The work begins: the ticket was not in execution before. */
export const isStart = (before: Ticket, after: Ticket): boolean =>
  after.phase === execPhase.working && before.status !== after.status

/** The facts a certificate is built from. */
export const zeroProofReads = [
  'policy',
  'persons',
  'gas',
  'points',
  'energy',
  'zoneIds',
  'isolationStatement',
] as const satisfies readonly FactName[]

/** What the start was decided on. */
export interface Start {
  readonly work: WorkRow
  readonly facts: Pick<TicketFacts, (typeof zeroProofReads)[number]>
  readonly verdicts: readonly Verdict[]
  readonly transId: string
  readonly now: number
}

/**
 * Keeps the zero-energy certificate of a start (M1) in the start's own transaction, built from the very snapshot the
 * guards judged and the rows it rests on; returns its hash, which the start's audit row carries, so that the
 * certificate stands in the ticket's chain.
 */
export async function captureZeroProof(tx: Tx, start: Start): Promise<string> {
  const body = await bodyOf(tx, start)
  const text = canonicalJson(JSON.parse(JSON.stringify(body)) as Canonical)
  const hash = sha256(text)
  const { work, transId, now } = start
  await sql`insert into lo_zero_proof (id, tenant_id, work_id, trans_seq, trans_id, time, body, hash)
    values (${newId()}, ${work.tenantId}, ${work.id}, ${body.before.seq + 1}, ${transId}, ${new Date(now)}, ${text},
      ${hash})`.execute(tx)
  return hash
}

async function bodyOf(tx: Tx, { work, facts, verdicts, transId, now }: Start): Promise<ZeroEnergyBody> {
  const steps = await stepsOf(tx, work.id)
  const { policy, persons, gas } = facts
  const before = steps.newest
  return {
    format: 'suoan-zero-energy/1',
    tenantId: work.tenantId,
    workId: work.id,
    workNo: work.workNo ?? '',
    transId,
    at: now,
    before,
    needIsolation: work.needIsolation === 1,
    noIsoReason: work.noIsoReason ?? '',
    points: await Promise.all(
      facts.points.map(async (point): Promise<PointEvidence> => {
        const { pointId, pointCode, kind, pointType, mandatory, state, isolatorId, tagHung, residualDone } =
          point
        const { verifyMethods, verifyLimit, closure, proof } = point
        return {
          pointId,
          pointCode,
          kind,
          pointType,
          mandatory,
          state,
          isolatorId,
          tagHung,
          residualDone,
          verifyMethods,
          verifyLimit,
          closure: closure && { ...closure, event: await closingOf(tx, closure.lockId, now) },
          proof,
          steps: steps.of(pointId),
        }
      }),
    ),
    energy: facts.energy,
    zoneIds: facts.zoneIds,
    isolationStatement: facts.isolationStatement,
    gas: {
      required: gas.required,
      maxAgeMin: policy.gasPreMin,
      needed: gas.needed,
      tests: gas.tests.map(({ gasCode, position, sampleTime, pass, calibValidTo }) => ({
        gasCode,
        position,
        sampleTime,
        pass,
        calibValidTo,
      })),
    },
    briefRequired: policy.briefRequired,
    personalLockRequired: policy.personalLock && work.needIsolation === 1,
    people: persons.map(({ userId, name, roleTags, briefed, personalLockOn }) => ({
      userId,
      name,
      roleTags,
      briefed,
      personalLockOn,
    })),
    guards: verdicts.map(({ id, pass }) => ({ id, pass })),
  }
}

/** The device's newest report of closing: what makes a closure more than a word. */
async function closingOf(tx: Tx, lockId: string, now: number) {
  const { rows } = await sql<{ id: string; chainSeq: string; hash: string; occurTime: Date }>`
    select id, chain_seq, hash, occur_time from lo_lock_log
    where lock_id = ${lockId} and event_type = 'CLOSE' and op_result = 1 and chain_seq is not null
      and occur_time <= ${new Date(now)}
    order by occur_time desc, chain_seq desc limit 1`.execute(tx)
  const [row] = rows
  return row
    ? { rowId: row.id, seq: Number(row.chainSeq), hash: row.hash, at: row.occurTime.getTime() }
    : null
}

async function stepsOf(tx: Tx, workId: string) {
  const { rows } = await sql<{
    id: string
    seq: string
    hash: string
    transId: string | null
    actorId: string
    serverTime: Date
    pointId: string | null
  }>`select id, seq, hash, trans_id, actor_id, server_time, diff->>'pointId' as point_id
    from lo_work_trans where work_id = ${workId} order by seq`.execute(tx)
  const last = rows.at(-1)
  const of = (pointId: string): StepEvidence[] => {
    const newest = new Map<string, StepEvidence>()
    for (const { id, seq, hash, transId, actorId, serverTime, pointId: at } of rows) {
      if (at !== pointId || transId === null || !isolating.has(transId)) continue
      newest.set(transId, { rowId: id, seq: Number(seq), hash, transId, actorId, at: serverTime.getTime() })
    }
    return [...newest.values()].toSorted((a, b) => a.seq - b.seq)
  }
  return { newest: { seq: Number(last?.seq ?? 0), hash: last?.hash ?? '' }, of }
}

const isolating: ReadonlySet<string> = new Set(['T21', 'T22', 'T23', 'T24'])
