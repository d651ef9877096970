import { expect, it } from 'vitest'
import { plainStatement, statementCounts, watchStatements } from './statements.ts'

it.each([
  ['select *\n  from sys_user\n where id = $1', 'select * from sys_user where id = $1'],
  ['select 1 from t where id in ($1, $2, $3)', 'select 1 from t where id in ($…)'],
  ['insert into t values ($1, $2), ($3, $4), ($5, $6)', 'insert into t values ($…)'],
  ["update t set name = '张三''s', phone = '13800000000'", "update t set name = '…', phone = '…'"],
  ["select 1 -- it's one\n from t where name = '张三'", "select 1 from t where name = '…'"],
  [`select '${'x'.repeat(5_000)}'`, "select '…'"],
  ['select 1 where at > 1772409600000', 'select 1 where at > …'],
])('a statement is shown without the values of anybody: %s', (text, shown) => {
  expect(plainStatement(text)).toBe(shown)
})

it('a statement that comes after a thousand others is counted by itself; the cheapest joins the rest', async () => {
  const listeners: ((client: object) => void)[] = []
  watchStatements({
    on: (_: string, listener: (client: object) => void) => listeners.push(listener),
  } as never)
  const client = { query: async () => ({ rowCount: 1 }) } as { query: (text: string) => Promise<unknown> }
  for (const listener of listeners) listener(client)
  for (let n = 0; n < 1_200; n += 1) await client.query(`select ${'x'.repeat(n % 40)}${n} from somewhere`)
  await client.query('select late from somewhere')
  const known = statementCounts()
  expect(known.find(({ statement }) => statement === 'select late from somewhere')).toMatchObject({
    calls: 1,
  })
  expect(known.length).toBeLessThanOrEqual(1_001)
  expect(known.reduce((sum, { calls }) => sum + calls, 0)).toBe(1_201)
})
