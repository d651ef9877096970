import type { TicketDetail } from '@suoan/contract'
import { z } from 'zod'
import type { Tx } from '../../context.ts'

const snapshots = z.record(z.string(), z.unknown())

const labels: Readonly<Record<string, string>> = {
  workName: '作业名称',
  workType: '作业类型',
  workLevel: '作业级别',
  place: '作业地点',
  content: '作业内容',
  hazards: '危害辨识',
  planStart: '计划开始',
  planEnd: '计划结束',
  points: '隔离方案',
  locks: '锁具',
  people: '人员',
  measures: '安全措施',
}

/** What the ticket said when it was submitted, kept in the submit row's `diff` so that the next round can be compared. */
export async function submittedSnapshot(tx: Tx, workId: string): Promise<Record<string, unknown>> {
  const work = await tx.selectFrom('loWork').selectAll().where('id', '=', workId).executeTakeFirstOrThrow()
  const [points, locks, people, measures] = [
    await tx
      .selectFrom('loWorkPoint')
      .innerJoin('loPoint', 'loPoint.id', 'loWorkPoint.pointId')
      .select('loPoint.pointCode')
      .where('workId', '=', workId)
      .orderBy('orderNum')
      .execute(),
    await tx
      .selectFrom('loWorkLock')
      .innerJoin('loLock', 'loLock.id', 'loWorkLock.lockId')
      .select('loLock.lockCode')
      .where('workId', '=', workId)
      .orderBy('lockCode')
      .execute(),
    await tx
      .selectFrom('loWorkPerson')
      .leftJoin('sysUser', 'sysUser.id', 'loWorkPerson.userId')
      .select(['sysUser.realname', 'roleTag'])
      .where('workId', '=', workId)
      .orderBy('roleTag')
      .orderBy('sysUser.realname')
      .execute(),
    await tx
      .selectFrom('loWorkMeasure')
      .select('content')
      .where('workId', '=', workId)
      .orderBy('orderNum')
      .execute(),
  ]
  return {
    workName: work.workName,
    workType: work.workType,
    workLevel: work.workLevel,
    place: work.place,
    content: work.content,
    hazards: work.hazards,
    planStart: work.planStart?.toISOString() ?? null,
    planEnd: work.planEnd?.toISOString() ?? null,
    points: points.map((point) => point.pointCode).join('、'),
    locks: locks.map((lock) => lock.lockCode).join('、'),
    people: people.map((person) => `${person.roleTag}:${person.realname ?? ''}`).join('、'),
    measures: measures.map((measure) => measure.content).join('；'),
  }
}

/** Differences of the last submitted round against the one before (SC04: the reviewer sees what changed). */
export async function roundDiff(tx: Tx, workId: string, round: number): Promise<TicketDetail['diff']> {
  if (round < 2) return []
  const rows = await tx
    .selectFrom('loWorkTrans')
    .select('diff')
    .where('workId', '=', workId)
    .where('transId', 'in', ['T04', 'T09'])
    .orderBy('seq', 'desc')
    .limit(2)
    .execute()
  const [now, before] = rows.map((row) => snapshots.catch({}).parse(row.diff ?? {}))
  if (!now || !before) return []
  return Object.keys(labels)
    .filter((field) => now[field] !== before[field])
    .map((field) => ({
      field,
      label: labels[field] ?? field,
      old: before[field] ?? null,
      new: now[field] ?? null,
    }))
}
