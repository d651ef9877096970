import { position } from '@suoan/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '../testing/test-world.ts'
import { mountResource } from './index.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({
    features: [{ name: 'position', mount: (mount) => mountResource(mount, position) }],
  })
})
afterAll(() => world[Symbol.asyncDispose]())

const sheet = { name: '职务.xls', content: Buffer.from('没有,表头\n1,2') }
/** Not read to its end before the last of a dozen has come. */
const longSheet = { name: '职务.csv', content: Buffer.from(`没有,表头\n${'1,2\n'.repeat(30_000)}`) }
const upload = async (userId: string, address: string, file = sheet) =>
  await world.as({ userId }, address).upload('/sys/position/importExcel', file)
/** The codes of some answers: 500 is that of this sheet, which was read. */
const codesOf = (answers: readonly { readonly code: number }[]) =>
  answers.map(({ code }) => code).toSorted((a, b) => a - b)

it('a person reads one workbook at a time, and an address four', async () => {
  const own = await Promise.all([
    upload('one', '10.0.0.1', longSheet),
    upload('one', '10.0.0.1', longSheet),
    upload('one', '10.0.0.2', longSheet),
  ])
  expect(codesOf(own)).toEqual([429, 429, 500])
  expect(await upload('one', '10.0.0.1')).toMatchObject({
    code: 500,
    message: expect.stringContaining('没有找到表头'),
  })
  const many = await Promise.all(
    Array.from({ length: 10 }, (_, n) => upload(`user-${n}`, '10.0.0.1', longSheet)),
  )
  expect(codesOf(many)).toEqual([...Array.from({ length: 6 }, () => 429), 500, 500, 500, 500])
})

it('a flood from one address and from many locks nobody out, and is told to come back', async () => {
  const flood = Array.from({ length: 60 }, (_, n) => upload(`flood-${n}`, `10.1.0.${n % 12}`))
  const mine = upload('bystander', '10.2.0.1')
  expect((await mine).code).toBe(500)
  const answers = await Promise.all(flood)
  expect(new Set(codesOf(answers))).toEqual(new Set([429, 500, 503]))
  for (const { code, message } of answers)
    if (code !== 500) expect(message).toMatch(/请稍后再试|请几秒后重试/)
})

it('a column nobody knows is named in the answer, and not passed over as imported', async () => {
  const given = (text: string) =>
    world.as({ userId: 'columns' }, '10.3.0.1').upload('/sys/position/importExcel', {
      name: '职务.csv',
      content: Buffer.from(text),
    })
  expect(await given('职务编码,职务名称,职级,级别说明\nP-1,班长,1,高\n')).toMatchObject({
    code: 200,
    message: '共1行数据全部导入成功！列“级别说明”无法识别，没有导入，请核对表头。',
  })
  expect(await given('职务编码,职务名称,职级\nP-2,组长,1\n')).toMatchObject({
    message: '共1行数据全部导入成功！',
  })
})
