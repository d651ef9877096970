import { execPhase, workStatus } from '@suoan/domain/dictionaries'
import { isTicketIn, ticketSets, type TicketSet } from '@suoan/domain/work-ticket'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filterToSql } from '@suoan/platform/db/filter-to-sql'
import { createTestDatabase, type TestDatabase } from '@suoan/platform/testing/test-world'
import { ticketFilter, ticketInText } from './ticket-sets.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const flags = [true, false]
/** Every status in every phase, also those no transition leads to, void or not, closed out or not. */
const everyTicket = Object.values(workStatus).flatMap((status) =>
  Object.values(execPhase).flatMap((phase) =>
    flags.flatMap((voidFlag) => flags.map((closeFlag) => ({ status, phase, voidFlag, closeFlag }))),
  ),
)
const columns = {
  workStatus: { sql: 't.work_status', type: 'integer' },
  execPhase: { sql: 't.exec_phase', type: 'integer' },
  voidFlag: { sql: 't.void_flag', type: 'flag' },
  closeFlag: { sql: 't.close_flag', type: 'flag' },
} as const

// The keys of the table.
test.each(Object.keys(ticketSets) as TicketSet[])('the SQL of %s says what the domain says', async (set) => {
  const filter = filterToSql(ticketFilter(set), columns, 2)
  const { rows } = await database.pool.query<{ n: number; isIn: boolean; isListed: boolean }>(
    `select t.n, ${ticketInText(set, 't')} as "isIn", (${filter.text}) as "isListed"
      from jsonb_to_recordset($1) as t(n int, work_status int, exec_phase int, void_flag int, close_flag int, del_flag int)
      order by t.n`,
    [
      JSON.stringify(
        everyTicket.map((ticket, n) => ({
          n,
          work_status: ticket.status,
          exec_phase: ticket.phase,
          void_flag: ticket.voidFlag ? 1 : 0,
          close_flag: ticket.closeFlag ? 1 : 0,
          del_flag: 0,
        })),
      ),
      ...filter.values,
    ],
  )
  const wanted = everyTicket.map((ticket, n) => ({
    n,
    isIn: isTicketIn(set, ticket),
    isListed: isTicketIn(set, ticket),
  }))
  expect(rows).toEqual(wanted)
  expect(wanted.some(({ isIn }) => isIn)).toBe(true)
})

test('a deleted ticket is in no set', async () => {
  const any = Object.keys(ticketSets).map((set) => ticketInText(set as TicketSet, 't')) // keys of the table
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from unnest($1::int[]) as s(work_status), unnest($2::int[]) as p(exec_phase),
      lateral (select s.work_status, p.exec_phase, 0 as void_flag, 0 as close_flag, 1 as del_flag) t
      where ${any.join(' or ')}`,
    [Object.values(workStatus), Object.values(execPhase)],
  )
  expect(rows).toEqual([{ n: 0 }])
})
