import { expect, it } from 'vitest'
import { plainStatement } from './statements.ts'

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
