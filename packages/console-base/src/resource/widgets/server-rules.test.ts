import { afterEach, expect, it, vi } from 'vitest'
import { request } from '../../request/client.ts'
import { RequestFailure } from '../../request/failure.ts'
import { checkRuleRule, duplicateRule } from './server-rules.ts'

vi.mock('../../request/client.ts', () => ({ request: vi.fn<typeof request>() }))
const asked = vi.mocked(request)
afterEach(() => asked.mockReset())

async function judge(rule: ReturnType<typeof duplicateRule>, value: unknown): Promise<string | null> {
  if (typeof rule === 'function') throw new Error('a rule that asks the form')
  try {
    await rule.validator?.({}, value, () => undefined)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
const refuses = (message: string, kind: RequestFailure['kind'] = 'business') =>
  asked.mockRejectedValue(new RequestFailure(kind, message))

const duplicate = duplicateRule({ table: 'lo_lock', field: 'lock_code', label: '锁具编号', id: '7' })

it('a value somebody else has is refused by its label', async () => {
  refuses('该值不可用，系统中已存在！')
  expect(await judge(duplicate, ' LK1 ')).toBe('锁具编号已存在!')
  expect(asked.mock.lastCall?.[0]).toMatchObject({
    path: '/sys/duplicate/check',
    query: { tableName: 'lo_lock', fieldName: 'lock_code', fieldVal: 'LK1', dataId: '7' },
  })
})

it.each(['', ' ', undefined, null])('what is empty is not asked: %j', async (value) => {
  expect([await judge(duplicate, value), await judge(checkRuleRule('lock_code'), value)]).toEqual([
    null,
    null,
  ])
  expect(asked).not.toHaveBeenCalled()
})

it('a value that fails a check rule is refused with the words of the rule', async () => {
  refuses('前两位必须是LK')
  expect(await judge(checkRuleRule('lock_code'), 'A&甲')).toBe('前两位必须是LK')
  expect(asked.mock.lastCall?.[0]).toMatchObject({ query: { ruleCode: 'lock_code', value: 'A%26%E7%94%B2' } })
})

it('what was stored is not asked again', async () => {
  expect(await judge(checkRuleRule('lock_code', 'OLD'), 'OLD')).toBeNull()
  expect(asked).not.toHaveBeenCalled()
})

it('a rule that nobody maintains, and a server that cannot be asked, refuse nothing', async () => {
  refuses('该编码不存在')
  expect(await judge(checkRuleRule('none'), 'x')).toBeNull()
  refuses('网络超时', 'timeout')
  expect([await judge(checkRuleRule('lock_code'), 'x'), await judge(duplicate, 'x')]).toEqual([null, null])
})
