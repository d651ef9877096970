import { boardEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { expect } from 'vitest'
import { catchUp } from '../catch-up.ts'
import { verifyTicketChain } from './verify-ticket-chain.ts'
import type { TicketWorld } from './ticket-world.ts'

/** A ticket as its row says, for a count of one's own. */
interface Row {
  readonly id: string
  readonly status: number
  readonly phase: number
  readonly isVoid: boolean
  readonly isClosed: boolean
  readonly onSite: number
  readonly startsToday: boolean
}

/**
 * What every scenario ends with (3-domain.md §9.0, last line): the transition rows are written without a gap and lead to
 * the state the ticket is in, its chain verifies and the timeline shows all of it, no reaction was lost, and lists, counters and the board say
 * what a count of the plain rows says.
 */
export async function endsWell(plant: TicketWorld, ...workIds: readonly string[]): Promise<void> {
  for (const id of workIds) await chainHolds(plant, id)
  expect(await catchUp(plant.world.ctx), 'the check for lost reactions (A20) finds none').toBe(0)
  const rows = await ticketRows(plant)
  await listsAgree(plant, rows, workIds)
  await countersAgree(plant)
  await boardAgrees(plant, rows)
}

async function all<T extends object>({ world }: TicketWorld, text: string, values: unknown[] = []) {
  return (await world.database.pool.query<T>(text, values)).rows
}

async function chainHolds(plant: TicketWorld, id: string): Promise<void> {
  const rows = await all<Record<'seq' | 'from' | 'to', string>>(
    plant,
    `select seq::text, coalesce(from_status || '/' || from_phase, '0/0') as from,
      to_status || '/' || coalesce(to_phase, 0) as to
    from lo_work_trans where work_id = $1 order by lo_work_trans.seq`,
    [id],
  )
  expect(rows.length, 'transition rows are written').toBeGreaterThan(0)
  expect(rows.map(({ seq }) => Number(seq))).toEqual(rows.map((_, index) => index + 1))
  const begins = rows.slice(1).map(({ from }) => from)
  expect(begins, 'each row begins where the one before ended').toEqual(rows.slice(0, -1).map(({ to }) => to))
  expect(rows.at(-1)?.to, 'the rows lead to the state of the ticket').toBe(await plant.state(id))
  const chain = await plant.world.ctx.db.transaction().execute((tx) => verifyTicketChain(tx, id))
  expect(chain).toMatchObject({ ok: true, firstBreak: null, checked: rows.length })
  expect(await plant.take('u1', tickets.timeline, { id })).toHaveLength(rows.length)
}

const ticketRows = (plant: TicketWorld) =>
  all<Row>(
    plant,
    `select id, work_status as status, exec_phase as phase, void_flag = 1 as "isVoid",
      coalesce(close_flag, 0) = 1 as "isClosed", coalesce(on_site_count, 0) as "onSite",
      (plan_start at time zone 'Asia/Shanghai')::date = $1::date as "startsToday"
    from lo_work where del_flag = 0 and tenant_id = 0`,
    [new Date(plant.world.clock.now() + 8 * 3_600_000).toISOString().slice(0, 10)],
  )

/** Which tabs of the list a ticket stands in (§6.2). */
const tabs: Readonly<Record<string, (row: Row) => boolean>> = {
  all: () => true,
  draft: ({ status, isVoid }) => [0, 3, 5].includes(status) && !isVoid,
  review: ({ status, isVoid }) => [1, 2].includes(status) && !isVoid,
  execution: ({ status, isVoid, isClosed }) =>
    !isVoid && ([4, 20].includes(status) || (status === 40 && !isClosed)),
  done: ({ status, isVoid }) => status === 30 || isVoid,
  expired: ({ status }) => status === 40,
}

async function listsAgree(plant: TicketWorld, rows: readonly Row[], workIds: readonly string[]) {
  for (const [tab, holds] of Object.entries(tabs)) {
    const page = await plant.take('u12', tickets.allList, { tab, pageNo: 1, pageSize: 200 })
    const expected = rows.filter(holds).map(({ id }) => id)
    const shown = page.records.map(({ id }) => id)
    expect({ tab, total: page.total, ids: shown.toSorted() }).toEqual({
      tab,
      total: expected.length,
      ids: expected.toSorted(),
    })
    for (const { id, workStatus, execPhase } of page.records.filter((row) => workIds.includes(row.id)))
      expect(`${workStatus}/${execPhase}`).toBe(await plant.state(id))
  }
}

/** Figures kept beside the rows they count. */
async function countersAgree(plant: TicketWorld): Promise<void> {
  const wrong = await all(
    plant,
    `select 'people on site' as what, w.id from lo_work w where on_site_count is distinct from
        (select count(*) from lo_work_person p where p.work_id = w.id and p.on_state = 1)
        and (on_site_count is not null or exists (select 1 from lo_work_person p where p.work_id = w.id and p.on_state = 1))
      union all select 'holds of a point', p.id from lo_point p where coalesce(hold_count, 0) <>
        (select count(*) from lo_point_hold h where h.point_id = p.id and h.state in (1, 2))
      union all select 'extensions', w.id from lo_work w where coalesce(extend_count, 0) <>
        (select count(*) from lo_work_extend e where e.work_id = w.id and e.result = 8)
      union all select 'open sessions of a lock', lock_id from lo_lock_onoff where state = 1
        group by lock_id having count(*) > 1`,
  )
  expect(wrong, 'kept counters are what a count gives').toEqual([])
}

async function boardAgrees(plant: TicketWorld, rows: readonly Row[]): Promise<void> {
  const shown = await plant.take('u12', boardEndpoints.summary, {})
  const live = rows.filter(({ isVoid }) => !isVoid)
  const count = (test: (row: Row) => boolean) => live.filter(test).length
  expect(shown.tickets).toEqual({
    today: count(({ startsToday }) => startsToday),
    reviewing: count(({ status }) => status === 1),
    approving: count(({ status }) => status === 2),
    executing: count(({ status }) => status === 20),
    overdue: count(({ status, isClosed }) => status === 40 && !isClosed),
    onSite: live
      .filter(({ status }) => status === 20 || status === 40)
      .reduce((sum, { onSite }) => sum + onSite, 0),
  })
  const [rest] = await all<Record<string, number>>(
    plant,
    `select (select count(distinct point_id)::int from lo_point_hold where state = 1 and point_id is not null) as isolated,
      (select count(*)::int from lo_alarm where status < 2) as alarms,
      (select count(*)::int from lo_unclose_lock where status < 3 and warn_level = 1) as l1,
      (select count(*)::int from lo_unclose_lock where status < 3 and warn_level = 2) as l2,
      (select count(*)::int from lo_unclose_lock where status < 3 and warn_level = 3) as l3,
      (select count(*)::int from lo_lock where del_flag = 0) as locks,
      (select count(*)::int from lo_lock where del_flag = 0 and lock_status in (2, 7)) as open`,
  )
  const { points, alarms, warnings, locks } = shown
  expect({ ...points, alarms, ...warnings, locks: locks.total, open: locks.open }).toEqual(rest)
  expect(await plant.take('u12', boardEndpoints.isolated, {})).toHaveLength(rest?.['isolated'] ?? 0)
}
