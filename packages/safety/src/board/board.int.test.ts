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
