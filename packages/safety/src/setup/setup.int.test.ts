import { setupEndpoints, type SetupStep } from '@suoan/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTicketWorld, type TicketWorld } from '../work-tickets/testing/ticket-world.ts'

import { setup } from './index.ts'

let plant: TicketWorld
beforeAll(async () => {
  plant = await createTicketWorld({ features: [{ name: 'setup', mount: setup }] })
})
afterAll(() => plant[Symbol.asyncDispose]())

const rights = ['lo:setup:list', 'lo:equip:list', 'lo:point:list']
const ask = (permissions: readonly string[]) =>
  plant.as('u11', { permissions: new Set(permissions) }).get<SetupStep[]>(setupEndpoints.steps.path)
const stepOf = async (key: SetupStep['key']) => (await ask(rights)).result.find((each) => each.key === key)

/** A rule on the rows that the keepers' role sees of a page. */
async function ruleFor(permission: string, column: string, value: string) {
  const { pool } = plant.world.database
  await pool.query(
    `insert into sys_permission (id, name, menu_type, perms, parent_id) values ('ruled', '列表', 2, $1, '')`,
    [permission],
  )
  await pool.query(
    `insert into sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value, status)
    values ('ruled', 'ruled', '只看一处', $1, '=', $2, '1')`,
    [column, value],
  )
  await pool.query(
    `insert into sys_role_permission (id, role_id, permission_id, data_rule_ids)
    values ('ruled', 'role-KEEPER', 'ruled', 'ruled')`,
  )
}

it('whoever does not set the plant up is refused', async () => {
  expect(await ask(['lo:point:list', 'lo:board:list'])).toMatchObject({ success: false, code: 510 })
})

it('steps are counted from the rows the caller may see, and the others say that he may not', async () => {
  const points = async () =>
    (await stepOf('points'))?.figures.find(({ name }) => name === '隔离点')?.count ?? 0
  expect(await points()).toBeGreaterThan(1)
  await ruleFor('lo:point:list', 'pointCode', 'Q1')
  expect(await points()).toBe(1)
  // Accounts are not his to see.
  expect(await stepOf('people')).toEqual({ key: 'people', state: 'hidden', figures: [], lacks: [] })
})
