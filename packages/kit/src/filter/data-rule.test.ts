import { describe, expect, test } from 'vitest'
import {
  and,
  contains,
  endsWith,
  eq,
  ge,
  isIn,
  ne,
  rulesToFilter,
  ruleToFilter,
  startsWith,
} from './index.ts'

const fields = {
  sysOrgCode: { type: 'text' },
  createBy: { type: 'text' },
  battery: { type: 'integer' },
  createTime: { type: 'dateTime' },
} as const
const variables = {
  sys_user_code: 'zhang',
  sys_org_code: 'A01',
  sys_multi_org_code: 'A01,A02',
  sys_date: '2026-01-31',
  tenant_id: 0,
}
const read = (ruleColumn: string, ruleConditions: string, ruleValue: string) =>
  ruleToFilter({ ruleName: '本部门', ruleColumn, ruleConditions, ruleValue }, variables, fields)

describe('a data rule', () => {
  test.each([
    ['sysOrgCode', '=', '#{sys_org_code}', eq('sysOrgCode', 'A01')],
    ['sysOrgCode', '=', '#{sysOrgCode}', eq('sysOrgCode', 'A01')],
    ['sysOrgCode', '!=', 'A09', ne('sysOrgCode', 'A09')],
    ['sysOrgCode', 'RIGHT_LIKE', '#{sys_org_code}%', startsWith('sysOrgCode', 'A01')],
    ['sysOrgCode', 'LIKE', '#{sys_org_code}%', startsWith('sysOrgCode', 'A01')],
    ['sysOrgCode', 'LIKE', '%x', endsWith('sysOrgCode', 'x')],
    ['sysOrgCode', 'LIKE', 'A_1', contains('sysOrgCode', 'A_1')],
    ['sysOrgCode', 'LEFT_LIKE', 'x', endsWith('sysOrgCode', 'x')],
    ['sysOrgCode', 'IN', '#{sysMultiOrgCode}', isIn('sysOrgCode', ['A01', 'A02'])],
    ['createBy', '=', '#{sys_user_code}', eq('createBy', 'zhang')],
    ['battery', '>=', '#{tenantId}', ge('battery', 0)],
    ['createTime', '>=', '#{sys_date} 08:00:00', ge('createTime', '2026-01-31 08:00:00')],
  ])('%s %s %s becomes a filter', (column, condition, value, filter) => {
    expect(read(column, condition, value)).toEqual({ ok: true, filter })
  })

  test.each([
    ['secret', '=', '1', '不存在'],
    ['constructor', '=', '1', '不存在'],
    ['sysOrgCode', '~', '1', '不受支持'],
    ['sysOrgCode', 'eq', '1', '不受支持'],
    ['', 'USE_SQL_RULES', '1=1', 'SQL'],
    ['sysOrgCode', '=', '#{nobody}', '变量“nobody”不存在'],
    ['sysOrgCode', '=', '#{constructor}', '不存在'],
    ['sysOrgCode', '=', '#{sys_user_name}', '当前没有值'],
    ['sysOrgCode', 'RIGHT_LIKE', '%', '匹配内容为空'],
    ['sysOrgCode', '=', '', '没有填写'],
    ['battery', '=', 'full', '不适用'],
    ['battery', 'LIKE', '1', '不适用'],
  ])('%s %s %s denies and names the rule', (column, condition, value, why) => {
    const reading = read(column, condition, value)
    expect(reading).toMatchObject({ ok: false, reason: expect.stringMatching(/^数据权限规则“本部门”/) })
    expect(reading).toMatchObject({ reason: expect.stringContaining(why) })
  })

  test('replaces an earlier one on the same column, and one bad rule denies all', () => {
    const rule = (ruleColumn: string, ruleValue: string) => ({ ruleColumn, ruleConditions: '=', ruleValue })
    const rules = [rule('sysOrgCode', 'A09'), rule('createBy', 'li'), rule('sysOrgCode', 'A01')]
    expect(rulesToFilter(rules, variables, fields)).toEqual({
      ok: true,
      filter: and(eq('sysOrgCode', 'A01'), eq('createBy', 'li')),
    })
    expect(rulesToFilter([...rules, rule('gone', '1')], variables, fields).ok).toBe(false)
    expect(rulesToFilter([], variables, fields)).toMatchObject({ ok: true, filter: { op: 'true' } })
  })
})
