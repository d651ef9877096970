import type { Scene } from '@suoan/domain/replay'
import { z } from 'zod'

// A recorded row keeps what its columns held and leaves out those that were empty.
const text = z.union([z.string(), z.number().transform(String)]).catch('')
const code = z.number().catch(0)

/** How the rows of a part are read from a scene, in the order they are shown. */
const part =
  <T>(name: string, schema: z.ZodType<T>, compare: (a: T, b: T) => number) =>
  (scene: Scene): T[] =>
    Object.values(scene.recorded[name] ?? {})
      .map((row) => schema.parse(row))
      .toSorted(compare)

/** The rows of a scene that are shown, by their part; times are `2026-12-01T08:50:00+08:00`. */
export const rowsOf = {
  points: part(
    'points',
    z.object({
      id: text,
      pointId: text,
      orderNum: code,
      pointCode: text,
      pointName: text,
      state: code,
      plannedLockId: text,
      actualLockId: text,
      plannedLockCode: text,
      actualLockCode: text,
      isolatorName: text,
      isolateTime: text,
      verifierName: text,
      verifyTime: text,
      verifyValue: text,
      verifyUnit: text,
    }),
    (a, b) => a.orderNum - b.orderNum,
  ),
  locks: part('locks', z.object({ id: text, lockId: text, lockCode: text }), (a, b) =>
    a.lockCode.localeCompare(b.lockCode),
  ),
  holds: part(
    'holds',
    z.object({
      id: text,
      state: code,
      holdType: code,
      lockId: text,
      lockCode: text,
      pointCode: text,
      userName: text,
      placedTime: text,
    }),
    (a, b) => a.placedTime.localeCompare(b.placedTime),
  ),
  people: part(
    'people',
    z.object({
      id: text,
      userId: text,
      name: text,
      roleTag: text,
      // A row is on the list unless it says otherwise.
      state: z.number().catch(1),
      onState: code,
      briefTime: text,
      inTime: text,
      outTime: text,
    }),
    (a, b) => a.roleTag.localeCompare(b.roleTag),
  ),
  reviews: part(
    'reviews',
    z.object({
      id: text,
      round: code,
      name: text,
      reviewStatus: code,
      actTime: text,
      opinion: text,
    }),
    (a, b) => a.round - b.round,
  ),
  examines: part(
    'examines',
    z.object({
      id: text,
      round: code,
      name: text,
      approveStatus: code,
      actTime: text,
      opinion: text,
    }),
    (a, b) => a.round - b.round,
  ),
  gas: part(
    'gas',
    z.object({
      id: text,
      sampleTime: text,
      pointDesc: text,
      gasCode: text,
      value: text,
      unit: text,
      pass: code,
    }),
    (a, b) => a.sampleTime.localeCompare(b.sampleTime),
  ),
} as const

const head = z.object({
  workNo: text,
  workName: text,
  workStatus: code,
  execPhase: code,
  voidFlag: code,
  closeFlag: code,
  areaName: text,
  place: text,
  leaderName: text,
  onSiteCount: code,
})
/** The ticket itself in a scene. */
export const headOf = (ticket: NonNullable<Scene['ticket']>): z.output<typeof head> => head.parse(ticket)
