import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReportStatement, reportParams } from './report-statement.ts'

const reasonOf = (text: string): string => {
  const read = readReportStatement(text)
  return read.ok ? '' : read.reason
}

describe('the statement of a report', () => {
  it('names columns of one table, compares them with values and orders the rows', () => {
    const read = readReportStatement(
      `SELECT lock_code, "Open Time" AS Opened, 区域 FROM erp.lock_log
       WHERE area = '\${area}' AND amount >= 10.5 AND name like 'O''Brien%' and closed is not null
       ORDER BY lock_code DESC, 区域`,
    )
    expect(read).toEqual({
      ok: true,
      value: {
        columns: [
          { name: { text: 'lock_code', isQuoted: false }, alias: 'lock_code' },
          { name: { text: 'Open Time', isQuoted: true }, alias: 'opened' },
          { name: { text: '区域', isQuoted: false }, alias: '区域' },
        ],
        table: [
          { text: 'erp', isQuoted: false },
          { text: 'lock_log', isQuoted: false },
        ],
        conditions: [
          { column: { text: 'area', isQuoted: false }, comparison: '=', with: { param: 'area' } },
          { column: { text: 'amount', isQuoted: false }, comparison: '>=', with: { value: 10.5 } },
          { column: { text: 'name', isQuoted: false }, comparison: 'like', with: { value: "O'Brien%" } },
          { column: { text: 'closed', isQuoted: false }, isNull: false },
        ],
        order: [
          { column: { text: 'lock_code', isQuoted: false }, descending: true },
          { column: { text: '区域', isQuoted: false }, descending: false },
        ],
      },
    })
    expect(read.ok && reportParams(read.value)).toEqual(['area'])
  })

  it.each([
    ['everything', 'select * from t'],
    ['a function', 'select pg_read_file from t where a = pg_sleep(1)'],
    ['a function as a column', 'select version() from t'],
    ['a second statement', 'select a from t; drop table t'],
    ['a sub-select', 'select a from (select a from t)'],
    ['a union', 'select a from t union select b from u'],
    ['a join', 'select a from t, u'],
    ['a comment', 'select a from t -- b'],
    ['a block comment', 'select a/**/from t'],
    ['or', 'select a from t where a = 1 or b = 2'],
    ['a column against a column', 'select a from t where a = b'],
    ['another verb', 'delete from t'],
    ['a name with three parts', 'select a from x.y.t'],
    ['a text that does not end', "select a from t where a = 'b"],
    ['a quote inside a name', 'select "a""b" from t'],
    ['into', "select a from t into outfile '/tmp/x'"],
    ['nothing', ''],
    ['two columns of one name', 'select a, A from t'],
  ])('refuses %s and says what can be written', (_, text) => {
    expect(reasonOf(text)).toMatch(/报表语句只能写|用 as 另起别名/)
  })

  it('answers every text with a statement or a reason', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom(
              'select',
              'a',
              ',',
              'from',
              't',
              'where',
              '=',
              '${p}',
              "'x'",
              '1',
              'order',
              'by',
              '"q"',
            ),
            fc.string({ maxLength: 8 }),
          ),
          { maxLength: 12 },
        ),
        (parts) => {
          const read = readReportStatement(parts.join(' '))
          expect(read.ok ? read.value.columns.length : read.reason.length).toBeGreaterThan(0)
        },
      ),
    )
  })
})
