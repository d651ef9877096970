import type { FailedCheck, Page } from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestWorld, type TestClient, type TestWorld } from '@suoan/platform/testing/test-world'
import { checkRules } from './index.ts'

let world: TestWorld
let me: TestClient
beforeAll(async () => {
  world = await createTestWorld({ features: [{ name: 'check-rules', mount: checkRules }] })
  me = world.as()
  const entries = [
    { digits: '2', pattern: '^LK$', message: '前两位必须是LK' },
    { digits: 3, pattern: '\\d{3}', message: '第三到第五位必须是数字' },
    { digits: '*', pattern: '[A-Z0-9]+', message: '只能大写字母和数字' },
  ]
  await add('lock_code', JSON.stringify(entries))
})
afterAll(() => world[Symbol.asyncDispose]())

const add = (ruleCode: string, ruleJson: string) =>
  me.post('/sys/checkRule/add', { ruleName: ruleCode, ruleCode, ruleJson })
/** As the client sends it: encoded by itself, and once more on the way. */
const check = (ruleCode: string, value: string, who = me) =>
  who.get<FailedCheck | null>('/sys/checkRule/checkByCode', { ruleCode, value: encodeURIComponent(value) })

describe('testing a value with a check rule (4-api.md §7.9)', () => {
  it('passes what fits every part and the whole', async () => {
    expect(await check('lock_code', 'LK001A')).toMatchObject({ success: true, result: null })
  })
  it('tells the first entry that is failed, and the part that was tested', async () => {
    expect(await check('lock_code', 'AB')).toMatchObject({
      success: false,
      code: 500,
      message: '前两位必须是LK',
      result: {
        digits: '2',
        pattern: '^LK$',
        message: '前两位必须是LK',
        beginIndex: 0,
        endIndex: 2,
        checkValue: 'AB',
        passed: false,
      },
    })
    expect((await check('lock_code', 'LKx')).result).toMatchObject({
      beginIndex: 2,
      endIndex: 3,
      checkValue: 'x',
    })
    expect((await check('lock_code', 'LK001甲')).result).toMatchObject({
      digits: '*',
      checkValue: 'LK001甲',
      beginIndex: 0,
      endIndex: 6,
    })
  })
  it('asks a pattern to fit the whole part, not a piece of it', async () => {
    expect(await check('lock_code', 'LK001a')).toMatchObject({ message: '只能大写字母和数字' })
  })
  it('reads a value that was encoded once, and a sign that is no code', async () => {
    await add('percent', '[{"digits":"*","pattern":"\\\\d+%","message":"应为百分数"}]')
    const ruleCode = 'percent'
    expect(await me.get('/sys/checkRule/checkByCode', { ruleCode, value: '100%' })).toMatchObject({
      success: true,
    })
    expect(await check(ruleCode, '100%')).toMatchObject({ success: true })
  })
  it('knows Chinese characters by their numbers, as rules of the standard client write them', async () => {
    await add('chinese', '[{"digits":"*","pattern":"[\\\\u4e00-\\\\u9fa5]+","message":"只能汉字"}]')
    expect(await check('chinese', '锁安')).toMatchObject({ success: true })
    expect(await check('chinese', 'lock')).toMatchObject({ message: '只能汉字' })
  })
  it('says which code it does not know, also when that is of another tenant (V11)', async () => {
    expect(await check('nothing', 'x')).toMatchObject({
      success: false,
      message: '该编码不存在',
      result: null,
    })
    expect(await check('lock_code', 'AB', world.as({ tenantId: 7 }))).toMatchObject({
      message: '该编码不存在',
      result: null,
    })
  })
  it('is for everybody signed in; managing rules needs its permission (V10)', async () => {
    const plain = world.as({ permissions: new Set<string>() })
    expect(await check('lock_code', 'LK001', plain)).toMatchObject({ success: true })
    expect(await plain.post('/sys/checkRule/add', { ruleName: 'x', ruleCode: 'x' })).toMatchObject({
      code: 510,
    })
    expect(await check('lock_code', 'LK001', world.anonymous)).toMatchObject({
      message: 'Token失效，请重新登录',
    })
  })
})

describe('an expression that a person wrote', () => {
  it('cannot make the server busy: it is tested in time proportional to the value', async () => {
    await add('evil', '[{"digits":"*","pattern":"^(([a-z])+.)+[A-Z]([a-z])+$","message":"不符合"}]')
    // An engine that tries every way would not end.
    expect(await check('evil', 'a'.repeat(200))).toMatchObject({ success: false, message: '不符合' })
    expect(await check('evil', 'a'.repeat(201))).toMatchObject({
      success: false,
      message: expect.stringContaining('最多 200 个字符'),
    })
  })
  it('is refused with its place when it is broken, too large, or none at all', async () => {
    const refused = async (ruleJson: string) => {
      const answer = await add('bad', ruleJson)
      expect(answer.success).toBe(false)
      return answer.message
    }
    const whole = (pattern: string) => JSON.stringify([{ digits: '*', pattern, message: 'm' }])
    expect(await refused(whole('['))).toContain('第 1 条规则：请输入正确的正则表达式')
    expect(await refused(whole('(?=a)a'))).toContain('不支持')
    expect(await refused(whole('(a)\\1'))).toContain('不支持')
    expect(await refused(whole('((a{30}){30}){30}'))).toContain('第 1 条规则')
    expect(await refused(whole('[a-z]{600}[0-9]{600}'))).toContain('过于复杂')
    expect(await refused('{"digits":"*"}')).toContain('JSON 数组')
    expect(await refused('[{')).toContain('JSON 数组')
    expect(await refused('[{"digits":0,"pattern":"a"}]')).toContain('第 1 条规则不完整')
    expect(await refused('[{"digits":"*","pattern":""}]')).toContain('第 1 条规则不完整')
    expect(await refused(whole('a'.repeat(1024)))).toContain('1024')
  })
  it('is not smuggled in by an edit', async () => {
    const { result } = await me.get<Page<{ id: string; revision: number }>>('/sys/checkRule/list', {
      ruleCode: 'lock_code',
    })
    const [row] = result.records
    const ruleJson = '[{"digits":"*","pattern":"[","message":"m"}]'
    expect(await me.put('/sys/checkRule/edit', { ...row, ruleJson })).toMatchObject({
      success: false,
      message: expect.stringContaining('请输入正确的正则表达式'),
    })
    expect(await check('lock_code', 'LK001')).toMatchObject({ success: true })
  })
})
