import { workTicketEndpoints as tickets } from '@suoan/contract'
import { recordedAt, type Delta } from '@suoan/domain/replay'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changedRows } from '../audit-diff.ts'
import { carryOut } from '../testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from '../testing/ticket-world.ts'
import { currentRows } from './recorded-rows.ts'

let plant: TicketWorld
let workId: string
let person: string
beforeAll(async () => {
  plant = await createTicketWorld()
  workId = await carryOut(plant, 'working')
  person = await plant.personId(workId, 'u6')
})
afterAll(() => plant[Symbol.asyncDispose]())

const query = (text: string, values: readonly unknown[]) =>
  plant.world.database.pool.query<Record<string, unknown>>(text, [...values])

async function inAndOut(): Promise<void> {
  await plant.take('u6', tickets.personIn, { workId, personId: person })
  await plant.take('u6', tickets.personOut, { workId, personId: person })
}

/** What each audit row says that it changed, oldest first. */
async function deltas(): Promise<Delta[]> {
  const { rows } = await query(
    `select diff -> '${changedRows}' as delta from lo_work_trans where work_id = $1 order by seq`,
    [workId],
  )
  return rows.map(({ delta }) => delta as Delta) // as `recordTransition` writes it
}

/** The log gives the rows as they stand, and the last event says the change. */
async function expectLogged(part: string, id: string, change: unknown): Promise<void> {
  const all = await deltas()
  expect(all.at(-1)?.[part]?.[id]).toEqual(change)
  const events = all.map((delta, n) => ({ seq: n + 1, at: 0, delta }))
  const live = await currentRows(plant.world.database.db, workId)
  expect(recordedAt(events, 0).recorded).toEqual(live)
}

async function enter(): Promise<void> {
  await plant.take('u6', tickets.personIn, { workId, personId: person })
}
const leave = () => plant.take('u6', tickets.personOut, { workId, personId: person })

async function measureId(): Promise<string> {
  const { rows } = await query(
    'select id from lo_work_measure where work_id = $1 order by order_num limit 1',
    [workId],
  )
  return String(rows[0]?.['id'])
}

it('a row written beside the transitions stands in the next one', async () => {
  await inAndOut()
  const id = await measureId()
  await query(`update lo_work_measure set content = 'beside' where id = $1`, [id])
  await enter()
  await expectLogged('measures', id, { content: 'beside' })
  await leave()
})

it('a row written in a savepoint of a transaction that was under way at the last transition, and ended after it', async () => {
  const id = await measureId()
  const slow = await plant.world.database.pool.connect()
  try {
    await slow.query('begin')
    await slow.query('savepoint inner_part')
    await slow.query(`update lo_work_measure set content = 'slow' where id = $1`, [id])
    await inAndOut()
    await slow.query('commit')
  } finally {
    slow.release()
  }
  await enter()
  await expectLogged('measures', id, { content: 'slow' })
  await leave()
})

it('a row that is gone', async () => {
  await inAndOut()
  const { rows } = await query(
    'select id from lo_work_presence where work_id = $1 order by id desc limit 1',
    [workId],
  )
  const id = String(rows[0]?.['id'])
  await query('delete from lo_work_presence where id = $1', [id])
  await enter()
  await expectLogged('presence', id, null)
  await leave()
})

it('a name changed while its row did not', async () => {
  await inAndOut()
  await query(`update sys_user set realname = '改名' where id = 'u7'`, [])
  await enter()
  const other = await plant.personId(workId, 'u7')
  await expectLogged('people', other, { name: '改名' })
  await leave()
})

it('a transaction taken back leaves nothing that a later one relies on', async () => {
  await inAndOut()
  const refused = await plant.call('u7', tickets.personIn, { workId, personId: 'nobody' })
  expect(refused.success).toBe(false)
  await enter()
  await expectLogged('people', person, expect.objectContaining({ onState: 1 }))
  await leave()
})
