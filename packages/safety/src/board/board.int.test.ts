import { boardEndpoints as board, type BoardSummary, type IsolatedPoint } from '@suoan/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { carryOut } from '../work-tickets/testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from '../work-tickets/testing/ticket-world.ts'

let plant: TicketWorld
beforeAll(async () => {
  plant = await createTicketWorld()
  await carryOut(plant, 'working')
})
afterAll(() => plant[Symbol.asyncDispose]())

/** What somebody sees who has just signed in: rules are read once a session. */
const isolatedTo = async (who: string, areaCode = '') =>
  (await plant.as(who).get<IsolatedPoint[]>(board.isolated.path, { areaCode })).result
const summaryOf = async (who: string) => (await plant.as(who).get<BoardSummary>(board.summary.path)).result

it('an isolated point stands on the board with its ticket, its lock and whose lock it is', async () => {
  const points = await isolatedTo('u11')
  expect(points.length).toBeGreaterThan(1)
  for (const each of points) expect(each.workNos).toHaveLength(1)
  expect(points.flatMap((each) => each.lockCodes)).toContain('LK1')
  expect((await summaryOf('u11')).points).toEqual({ isolated: points.length })
  const code = String(points[0]?.areaCode)
  const there = await isolatedTo('u11', code)
  expect(there.length).toBeGreaterThan(0)
  expect(there.every((each) => each.areaCode.startsWith(code))).toBe(true)
  expect(await isolatedTo('u11', 'B99')).toEqual([])
})

it('data rules on points, alarms and warnings cut the board like the lists (security.md V11)', async () => {
  const { pool } = plant.world.database
  const [first, ...others] = await isolatedTo('u11')
  const own = String(first?.pointCode)
  expect(others.length).toBeGreaterThan(0)
  const before = (await summaryOf('u11')).alarms
  await pool.query(`insert into lo_alarm (id, tenant_id, alarm_no, alarm_type, alarm_level, status, area_code,
      first_time, last_time)
    values ('al1', 0, 'AL1', 'A01', 1, 0, 'A01A01', now(), now())`)
  expect((await summaryOf('u11')).alarms).toBe(before + 1)
  const rules = [
    ['point', 'lo:point:list', 'pointCode', own],
    ['alarm', 'lo:alarm:list', 'areaCode', 'B99'],
  ]
  for (const [id, permission, column, value] of rules) {
    await pool.query(
      `insert into sys_permission (id, name, menu_type, perms, parent_id) values ($1, '列表', 2, $2, '')`,
      [id, permission],
    )
    await pool.query(
      `insert into sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value, status)
      values ($1 || '-rule', $1, '只看一处', $2, '=', $3, '1')`,
      [id, column, value],
    )
    await pool.query(
      `insert into sys_role_permission (id, role_id, permission_id, data_rule_ids)
      values ($1 || '-role', 'role-KEEPER', $1, $1 || '-rule')`,
      [id],
    )
  }
  expect((await isolatedTo('u11')).map((each) => each.pointCode)).toEqual([own])
  expect(await summaryOf('u11')).toMatchObject({ points: { isolated: 1 }, alarms: 0 })
  expect((await isolatedTo('u12')).length).toBe(others.length + 1)
})

it('the lists beside the figures: what ends soon, what stands open, where warnings pile up, how the devices are', async () => {
  const { pool } = plant.world.database
  await pool.query(`insert into lo_unclose_lock (id, tenant_id, warn_no, warn_type, warn_level, lock_id, area_code, session_id,
      open_user_id, open_time, raise_time, status, threshold_sec)
    values ('wl1', 0, 'W1', 'W01', 3, 'demo-lk4', 'A01A01', 's1', 'u6', '2026-12-01 08:00+08', '2026-12-01 08:15+08', 0, 900),
      ('wl2', 0, 'W2', 'W05', 1, 'demo-lk4', 'A01A01', 's1', 'u6', '2026-12-01 08:00+08', '2026-12-01 08:20+08', 3, 60)`)
  expect(await plant.take('u12', board.areaHeat, {})).toEqual([
    expect.objectContaining({ areaCode: 'A01A01', total: 2, live: 1, urgent: 1 }),
  ])
  expect(await plant.take('u12', board.topUnclosed, {})).toMatchObject([
    { warnNo: 'W1', lockCode: 'LK4', since: '2026-12-01 08:00:00' },
  ])
  const { rows } = await pool.query(
    `select to_char(valid_end at time zone 'Asia/Shanghai', 'HH24:MI') as at from lo_work where valid_end is not null`,
  )
  plant.at('12:00')
  expect(await plant.take('u12', board.expiring, {})).toEqual([])
  plant.at(String(rows[0]?.at))
  expect(await plant.take('u12', board.expiring, {})).toHaveLength(1)
  const health = await plant.take('u12', board.deviceHealth, {})
  const locks = health.filter(({ of }) => of === 'lock')
  expect(locks.reduce((sum, { total }) => sum + total, 0)).toBe((await summaryOf('u12')).locks.total)
  expect(await plant.take('u12', board.areaHeat, { areaCode: 'B99' })).toEqual([])
})
