import { holdState, holdType } from '@suoan/domain/dictionaries'
import { holdSets, isHoldIn, type HoldSet } from '@suoan/domain/isolation'
import { createTestDatabase, type TestDatabase } from '@suoan/platform/testing/test-world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdInText } from './hold-sets.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const everyHold = Object.values(holdType).flatMap((type) =>
  Object.values(holdState).map((state) => ({ holdType: type, state })),
)

// The keys of the table.
test.each(Object.keys(holdSets) as HoldSet[])(
  'the SQL of holds %s says what the domain says',
  async (set) => {
    const rows = everyHold.map((hold, n) => ({ n, hold_type: hold.holdType, state: hold.state }))
    const answer = await database.pool.query<{ isIn: boolean }>(
      `select ${holdInText(set, 'h')} as "isIn"
    from jsonb_to_recordset($1) as h(n int, hold_type int, state int) order by h.n`,
      [JSON.stringify(rows)],
    )
    const wanted = everyHold.map((hold) => isHoldIn(set, hold))
    expect(answer.rows.map(({ isIn }) => isIn)).toEqual(wanted)
    expect(wanted).toContain(true)
    expect(wanted).toContain(false)
  },
)
