import { execPhase, itemState, type ExecPhase, type ItemState } from '@suoan/domain/dictionaries'
import type { InterlockTicket } from '@suoan/domain/interlock'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { holdIn } from '../../hold-sets.ts'

export interface LoadedItem {
  readonly pointId: string
  readonly fact: NonNullable<InterlockTicket['item']>
  /** Numbers of other tickets that hold the point (G24). */
  readonly otherHolds: readonly string[]
  /** Numbers of other tickets that rest on this very lock (T46). */
  readonly lockHolds: readonly string[]
}

interface Row {
  pointId: string
  pointCode: string
  state: ItemState
  orderNum: number
  releaseGroup: number
  isMine: boolean
  /** Its isolation lock is lifted for a test and not yet put back (T35–T37). */
  isLifted: boolean
}

/** The isolation item a lock serves on a ticket: the one it locks, is planned for, or is listed with. */
export async function loadItem(
  tx: Tx,
  workId: string,
  lockId: string,
  phase: ExecPhase,
): Promise<LoadedItem | null> {
  const { rows } = await sql<Row>`
    select i.point_id, p.point_code, i.state, i.order_num, i.release_group,  (coalesce(i.actual_lock_id, i.planned_lock_id) = ${lockId} or exists (select 1 from lo_work_lock k
        where k.work_id = i.work_id and k.lock_id = ${lockId} and k.point_id = i.point_id and k.del_flag = 0)) as is_mine,
      exists (select 1 from lo_point_hold h where h.work_id = i.work_id and h.point_id = i.point_id and ${holdIn('lifted')}) as is_lifted
    from lo_work_point i join lo_point p on p.id = i.point_id
    where i.work_id = ${workId} and i.del_flag = 0 order by i.order_num`.execute(tx)
  const mine = rows.find((row) => row.isMine)
  if (mine === undefined) return null
  const lifted: readonly ItemState[] = [itemState.lifted, itemState.awaitingRelock]
  const [ofOthers, ofLock] = await Promise.all([
    otherHolds(tx, mine.pointId, workId),
    lockHolds(tx, lockId, workId),
  ])
  return {
    pointId: mine.pointId,
    fact: {
      pointCode: mine.pointCode,
      state: mine.state,
      waitingFor: waitingFor(rows, mine, phase),
      inLiftedSet: lifted.includes(mine.state) || mine.isLifted,
    },
    otherHolds: ofOthers,
    lockHolds: ofLock,
  }
}

/** Placing goes forward, restoring backward through the order of the plan, within a release group (as T21, T43 judge). */
function waitingFor(rows: readonly Row[], mine: Row, phase: ExecPhase): string[] {
  const restoring = phase === execPhase.releasing
  return rows
    .filter(({ orderNum, state, releaseGroup }) =>
      restoring
        ? orderNum > mine.orderNum &&
          state !== itemState.restored &&
          state !== itemState.waiting &&
          releaseGroup === mine.releaseGroup
        : orderNum < mine.orderNum && (state === itemState.waiting || state === itemState.abnormal),
    )
    .map(({ pointCode }) => pointCode)
}

async function lockHolds(tx: Tx, lockId: string, workId: string): Promise<string[]> {
  const { rows } = await sql<{ workNo: string }>`
    select distinct w.work_no from lo_point_hold h join lo_work w on w.id = h.work_id
    where h.lock_id = ${lockId} and h.work_id <> ${workId} and ${holdIn('resting')} order by w.work_no`.execute(
    tx,
  )
  return rows.map(({ workNo }) => workNo)
}

async function otherHolds(tx: Tx, pointId: string, workId: string): Promise<string[]> {
  const { rows } = await sql<{ workNo: string }>`
    select distinct w.work_no from lo_point_hold h join lo_work w on w.id = h.work_id
    where h.point_id = ${pointId} and h.work_id <> ${workId} and ${holdIn('resting')} order by w.work_no`.execute(
    tx,
  )
  return rows.map(({ workNo }) => workNo)
}
