import { expect, it, vi } from 'vitest'
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

it('statements that come after a thousand others are counted by themselves, however cheap they still are', async () => {
  const listeners: ((client: object) => void)[] = []
  watchStatements({
    on: (_: string, listener: (client: object) => void) => listeners.push(listener),
  } as never)
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  const client = {
    query: async (text: string) => {
      now += text.includes('late') ? 1 : 50
      return { rowCount: 1 }
    },
  }
  for (const listener of listeners) listener(client)
  for (let n = 0; n < 1_200; n += 1) await client.query(`select ${'x'.repeat(n % 40)}${n} from somewhere`)
  for (let n = 0; n < 20; n += 1) await client.query(`select late${n} from somewhere`)
  clock.mockRestore()
  const known = statementCounts()
  expect(
    known.filter(({ statement, calls }) => statement.startsWith('select late') && calls === 1),
  ).toHaveLength(20)
  expect(known.length).toBeLessThanOrEqual(1_001)
  expect(known.reduce((sum, { calls }) => sum + calls, 0)).toBe(1_220)
})
