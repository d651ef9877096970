import type { Kysely } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import type { Database } from '@suoan/platform/db/schema'
import { lockPurpose } from '@suoan/domain/dictionaries'
import { readBaseTypes } from '@suoan/domain/work-ticket'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { z } from 'zod'
import { failUnseen } from '@suoan/platform/fail'
import { readGasPlaces } from '../../gas-samples.ts'
import type { WorkRow } from '../ticket-row.ts'
import { mustSee } from '../visible.ts'
import type { Draft } from './draft-fields.ts'
import { saveDraft } from './save-draft.ts'

const ids = z.array(z.string())
const dayMs = 86_400_000

/** A new draft with the content, points, locks, people and measures of an old ticket, planned for a day to come at the same hours. */
export async function copyTicket(
  ctx: Context,
  actor: Actor,
  workId: string,
  clientOpId: string,
): Promise<string> {
  await mustSee(ctx, actor, workId)
  const { db } = ctx
  const work = await db
    .selectFrom('loWork')
    .selectAll()
    .where('id', '=', workId)
    .where('tenantId', '=', actor.tenantId)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
  if (!work) throw failUnseen('lo_work', [workId])
  const start = work.planStart?.getTime() ?? ctx.clock.now()
  const length = (work.planEnd?.getTime() ?? start) - start
  const next = start + Math.max(1, Math.ceil((ctx.clock.now() - start) / dayMs)) * dayMs
  const window = { planStart: shanghaiTime(next), planEnd: shanghaiTime(next + length) }
  return saveDraft(ctx, actor, await draftFrom(db, work, window), clientOpId, {
    body: { copyOf: workId },
  })
}

/** A ticket's content, points, locks, people and measures as a new draft for another time. */
export async function draftFrom(
  db: Kysely<Database>,
  work: WorkRow,
  window: { readonly planStart: string; readonly planEnd: string },
): Promise<Draft> {
  return {
    workName: work.workName ?? '',
    workType: work.workType ?? '99',
    baseTypes: readBaseTypes(work.baseTypes),
    // What the rules made of it belongs to the old window (G29).
    workLevel: work.baseLevel ?? work.workLevel ?? '9',
    urgency: work.urgency === 'M' || work.urgency === 'H' ? work.urgency : 'L',
    areaId: work.areaId ?? '',
    place: work.place ?? '',
    equipIds: ids.catch([]).parse(work.equipIds ?? []),
    workDepartId: work.workDepartId,
    territoryDepartId: work.territoryDepartId,
    leaderId: work.leaderId,
    content: work.content ?? '',
    hazards: (work.hazards ?? '').split(',').filter((hazard) => hazard !== ''),
    ...window,
    needIsolation: work.needIsolation ?? 1,
    noIsoReason: work.noIsoReason,
    isolationStatement: work.isolationStatement,
    emergencyContact: work.emergencyContact,
    gasPlaces: readGasPlaces(work.gasPlaces),
    ...(await rowsOf(db, work.id)),
  }
}

const lockIsOn = (state: number | null): boolean => state !== null && state >= 2 && state <= 7

async function rowsOf(db: Kysely<Database>, workId: string) {
  const points = await db
    .selectFrom('loWorkPoint')
    .selectAll()
    .where('workId', '=', workId)
    .orderBy('orderNum')
    .execute()
  const locks = await db.selectFrom('loWorkLock').selectAll().where('workId', '=', workId).execute()
  const people = await db
    .selectFrom('loWorkPerson')
    .selectAll()
    .where('workId', '=', workId)
    .where('state', '=', 1)
    .execute()
  const measures = await db
    .selectFrom('loWorkMeasure')
    .selectAll()
    .where('workId', '=', workId)
    .orderBy('orderNum')
    .execute()
  // A lock that was given back and taken again has two rows; a plan names it once.
  const locksOnce = [...new Map(locks.map((lock) => [lock.lockId, lock])).values()]
  return {
    points: points.map((point) => ({
      pointId: point.pointId ?? '',
      orderNum: point.orderNum ?? 1,
      mandatory: point.mandatory ?? 1,
      isoMethod: point.isoMethod,
      // Where a substitute is on, a renewal finds that one at the point.
      plannedLockId: lockIsOn(point.state)
        ? (point.actualLockId ?? point.plannedLockId)
        : point.plannedLockId,
      releaseGroup: point.releaseGroup ?? 1,
      remark: null,
    })),
    // A personal lock is nobody's plan: its owner puts it on (T26).
    locks: locksOnce
      .filter((lock) => lock.useType !== lockPurpose.personal)
      .map((lock) => ({
        lockId: lock.lockId ?? '',
        useType: lock.useType ?? 1,
        pointId: lock.pointId,
        ownerId: lock.ownerId,
        userIds: ids.catch([]).parse(lock.userIds ?? []),
        allowOpenMin: lock.allowOpenMin,
      })),
    people: people.map((person) => ({
      userId: person.userId,
      externalId: person.externalId,
      personName: person.personName,
      personSource: person.personSource ?? 1,
      roleTag: person.roleTag ?? 'WORK',
      personalLockId: person.personalLockId,
    })),
    measures: measures.map((measure) => ({
      content: measure.content ?? '',
      controlRank: measure.controlRank,
      involve: measure.involve ?? 1,
      dualControl: measure.dualControl ?? 0,
      result: 0,
    })),
  }
}
