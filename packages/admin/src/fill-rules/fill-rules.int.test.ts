import { code, defineResource, fillRule, text, type FillClass } from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '@suoan/platform/db/transaction'
import { engineOf, mountResource } from '@suoan/platform/resource'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { beginFillRules, fillRules } from './index.ts'

/** Any entity with a field that names a rule. */
const valve = defineResource({
  name: 'testValve',
  title: '阀门',
  path: '/test/valve',
  table: 'sys_position',
  permission: 'test:valve',
  fields: {
    code: code('阀门编号', { required: true, max: 50, unique: true, fillRule: 'equip_code' }),
    name: text('阀门名称', { required: true, max: 5 }),
  },
  label: 'name',
})

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({
    features: [
      { name: 'fill-rules', mount: fillRules },
      { name: 'valve', mount: (mount) => mountResource(mount, valve) },
    ],
  })
  await add('order_no', 'OrderNumberRule', '{"prefix":"WK"}')
  await add('serial', 'SequenceRule', '{"prefix":"S-","digits":3}')
})
afterAll(() => world[Symbol.asyncDispose]())

const add = (ruleCode: string, ruleClass: string, ruleParams: string, tenantId = 0) =>
  world.as({ tenantId }).post('/sys/fillRule/add', { ruleName: ruleCode, ruleCode, ruleClass, ruleParams })
const take = async (ruleCode: string, form: object = {}) =>
  (await world.as().put<string>(`/sys/fillRule/executeRuleByCode/${ruleCode}`, form)).result

describe('a fill rule', () => {
  it('gives the shapes of 4-api.md §7.9, and a test takes no number', async () => {
    const me = world.as()
    const test = () => me.get('/sys/fillRule/testFillRule', { ruleCode: 'order_no' })
    expect(await test()).toMatchObject({ success: true, result: 'WK202603020001' })
    expect(await test()).toMatchObject({ result: 'WK202603020001' })
    expect(await take('order_no')).toBe('WK202603020001')
    const many = await me.put('/sys/fillRule/executeRuleByCodeBatch', {
      commonFormData: { parentId: '' },
      rules: [{ ruleCode: 'serial' }, { ruleCode: 'order_no', formData: {} }, { ruleCode: 'serial' }],
    })
    expect(many.result).toEqual([
      { ruleCode: 'serial', result: 'S-001' },
      { ruleCode: 'order_no', result: 'WK202603020002' },
      { ruleCode: 'serial', result: 'S-002' },
    ])
  })

  it('begins anew with the day in Shanghai, not in London', async () => {
    world.clock.advance(15 * 3_600_000 + 59 * 60_000)
    expect(await take('order_no')).toBe('WK202603020003')
    world.clock.advance(60_000)
    expect(await take('order_no')).toBe('WK202603030001')
  })

  it('counts for each value of a form field by itself', async () => {
    await add('by_area', 'SequenceRule', '{"prefix":"EQ","by":"areaCode","separator":"-","digits":2}')
    expect(await take('by_area', { areaCode: 'A01' })).toBe('EQ-A01-01')
    expect(await take('by_area', { areaCode: 'A02' })).toBe('EQ-A02-01')
    expect(await take('by_area', { areaCode: 'A01' })).toBe('EQ-A01-02')
    const without = await world.as().put('/sys/fillRule/executeRuleByCode/by_area', {})
    expect(without).toMatchObject({ success: false, message: expect.stringContaining('请先填写') })
  })

  it('runs code of the registry only, with parameters that fit', async () => {
    const refusal = async (ruleClass: string, ruleParams: string) =>
      (await add(`r${ruleParams.length}`, ruleClass, ruleParams)).message
    expect(await refusal('java.lang.Runtime', '{}')).toContain(
      '规则实现类“java.lang.Runtime”不存在，可用：SequenceRule',
    )
    expect(await refusal('constructor', '{}')).toContain('不存在')
    expect(await refusal('SequenceRule', 'prefix')).toContain('请输入JSON字符串')
    expect(await refusal('SequenceRule', '["a"]')).toContain('只能传递JSON对象，不能传递JSON数组')
    expect(await refusal('SequenceRule', '{"digits":99}')).toContain('digits')
    expect(await refusal('SequenceRule', '{"prefx":"a"}')).toContain('规则参数')
    expect(await refusal('SequenceRule', '{"prefix":"a b"}')).toContain('半角')
    expect(
      (await add('java', 'org.jeecg.modules.system.rule.OrderNumberRule', '{"prefix":"J"}')).success,
    ).toBe(true)
    expect(await take('java')).toMatch(/^J20260303/)
    const { result } = await world.as().get<FillClass[]>('/sys/fillRule/classes')
    expect(result.map(({ name }) => name)).toEqual([
      'SequenceRule',
      'OrderNumberRule',
      'OrgCodeRule',
      'CategoryCodeRule',
    ])
  })

  it('is one of its tenant, asks for its right, and keeps its code', async () => {
    const other = world.as({ tenantId: 9 })
    expect(await other.put('/sys/fillRule/executeRuleByCode/serial', {})).toMatchObject({
      success: false,
      message: expect.stringContaining('不存在'),
    })
    await add('serial', 'SequenceRule', '{"prefix":"N-"}', 9)
    expect((await other.put('/sys/fillRule/executeRuleByCode/serial', {})).result).toBe('N-0001')
    const seer = world.as({ permissions: new Set(['system:fillRule:list']) })
    expect(await seer.put('/sys/fillRule/executeRuleByCode/serial', {})).toMatchObject({ code: 510 })
    const { rows } = await world.database.pool.query(
      `select id from ${fillRule.table} where rule_code = 'serial' and tenant_id = 0`,
    )
    expect(await world.as().put('/sys/fillRule/edit', { id: rows[0].id, ruleCode: 'other' })).toMatchObject({
      success: false,
    })
  })

  it('gives 50 callers at once no number twice and leaves no gap, though some give up', async () => {
    await add('crowd', 'SequenceRule', '{"prefix":"C","digits":4}')
    const { next } = engineOf(world.ctx).fillRules
    const kept: string[] = []
    const ask = { tenantId: 0, ruleCode: 'crowd', form: {}, orgCode: '', now: world.clock.now() }
    const one = async (n: number): Promise<void> => {
      await inTransaction(world.ctx, async (tx) => {
        const value = await next(tx, ask)
        // Every fifth caller fails after it was given its number.
        if (n % 5 === 0) throw new Error('given up')
        if (value !== null) kept.push(value)
      }).catch((error: unknown) => expect(String(error)).toContain('given up'))
    }
    await Promise.all(
      Array.from({ length: 50 }, async (_, caller) => {
        for (let n = 0; n < 4; n++) await one(caller * 4 + n)
      }),
    )
    expect(kept.toSorted()).toEqual(
      Array.from({ length: 160 }, (_, index) => `C${String(index + 1).padStart(4, '0')}`),
    )
  })
})

describe('a field that names a fill rule', () => {
  const draft = { name: '阀' }
  const codes = async () => {
    const { rows } = await world.database.pool.query<{ code: string }>(
      'select code from sys_position where tenant_id = 0 order by code',
    )
    return rows.map((row) => row.code)
  }

  it('must be typed where the tenant has no such rule', async () => {
    expect(await world.as().post(`${valve.path}/add`, draft)).toMatchObject({
      success: false,
      message: expect.stringContaining('“阀门编号”不能为空（没有编码规则“equip_code”，不能自动编号）'),
    })
  })

  it('is made when the row is stored, passes over what people typed, and loses no number to a refused row', async () => {
    await world.ctx.db.transaction().execute((tx) => beginFillRules(tx, 0, world.clock.now()))
    const me = world.as()
    expect(await me.post(`${valve.path}/add`, { ...draft, code: 'EQ-0002' })).toMatchObject({
      success: true,
    })
    expect(await me.post(`${valve.path}/add`, { ...draft, name: '名称超过了五个字' })).toMatchObject({
      success: false,
    })
    for (const empty of [undefined, '', '  '])
      expect(await me.post(`${valve.path}/add`, { ...draft, code: empty })).toMatchObject({ success: true })
    expect(await codes()).toEqual(['EQ-0001', 'EQ-0002', 'EQ-0003', 'EQ-0004'])
  })

  it('says what is wrong with a rule whose values do not fit the field', async () => {
    const { rows } = await world.database.pool.query(
      `select id from sys_fill_rule where rule_code = 'equip_code'`,
    )
    const me = world.as()
    await me.put('/sys/fillRule/edit', { id: rows[0].id, ruleParams: '{"prefix":"eq/"}' })
    expect(await me.post(`${valve.path}/add`, draft)).toMatchObject({
      success: false,
      message: expect.stringContaining('编码规则“equip_code”生成的“eq/0001”'),
    })
  })
})
