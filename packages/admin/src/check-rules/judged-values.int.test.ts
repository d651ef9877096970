import * as XLSX from '@e965/xlsx'
import { position, type FailedCheck, type Page } from '@suoan/contract'
import { mountResource } from '@suoan/platform/resource'
import { files } from '@suoan/platform/files'
import { seedDictionaries } from '@suoan/platform/seed/dictionaries'
import { createTestWorld, type TestClient, type TestWorld } from '@suoan/platform/testing/test-world'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkRules } from './index.ts'

/** 职务管理 whose codes a rule of the plant judges. */
const judged = {
  ...position,
  fields: {
    ...position.fields,
    // Of a field that may be changed: what was stored by an earlier rule is judged when it is.
    code: { ...position.fields.code, checkRule: 'post_code', immutable: false },
  },
}

let world: TestWorld
let me: TestClient
beforeAll(async () => {
  world = await createTestWorld({
    features: [
      { name: 'files', mount: files },
      { name: 'check-rules', mount: checkRules },
      { name: 'position', mount: (mount) => mountResource(mount, judged) },
    ],
  })
  await world.ctx.db.transaction().execute((tx) => seedDictionaries(tx, world.clock.now()))
  me = world.as()
})
afterAll(() => world[Symbol.asyncDispose]())

const add = (code: string, who = me) =>
  who.post(`${position.path}/add`, { code, name: `职务${code}`, postRank: '1' })
const rule = (pattern: string) =>
  JSON.stringify([{ digits: '*', pattern, message: '职务编码应以 P 开头，后接三位数字' }])
interface Stored {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly revision: number
}
const stored = async (code: string): Promise<Stored> => {
  const { result } = await me.get<Page<Stored>>(`${position.path}/list`, { code })
  const [row] = result.records
  if (!row) throw new Error(`no position ${code}`)
  return row
}

it('a rule that nobody maintains refuses nothing', async () => {
  expect(await add('OLD-1')).toMatchObject({ success: true })
})

it('what the rule objects to is not stored, and told in the words of the form', async () => {
  await me.post('/sys/checkRule/add', {
    ruleName: '职务编码',
    ruleCode: 'post_code',
    ruleJson: rule('P[0-9]{3}'),
  })
  const asked = await me.get<FailedCheck>('/sys/checkRule/checkByCode', {
    ruleCode: 'post_code',
    value: 'X1',
  })
  expect(asked.message).toBe('职务编码应以 P 开头，后接三位数字')
  expect(await add('X1')).toMatchObject({ success: false, message: `“职务编码”：${asked.message}` })
  expect(await add('P001')).toMatchObject({ success: true })
  expect(await add('P'.repeat(60))).toMatchObject({ success: false })
})

it('what was stored by the rule of its day is let alone until it is changed', async () => {
  const old = await stored('OLD-1')
  expect(await me.put(`${position.path}/edit`, { ...old, name: '改名' })).toMatchObject({ success: true })
  const renamed = await stored('OLD-1')
  expect(renamed.name).toBe('改名')
  const { revision } = renamed
  expect(await me.put(`${position.path}/edit`, { id: old.id, revision, code: 'OLD-2' })).toMatchObject({
    success: false,
    message: expect.stringContaining('后接三位数字'),
  })
  expect(await me.put(`${position.path}/edit`, { id: old.id, revision, code: 'P009' })).toMatchObject({
    success: true,
  })
})

it('an import stores the lines that pass, and says of the others why they do not', async () => {
  const sheet = XLSX.utils.aoa_to_sheet([
    ['职务导入'],
    ['导出人'],
    ['职务编码', '职务名称', '职级'],
    ['P101', '甲', '员级'],
    ['Q102', '乙', '员级'],
    ['P103', '丙', '员级'],
  ])
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, sheet, '导入')
  const content: unknown = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
  if (!Buffer.isBuffer(content)) throw new Error('no workbook')
  const answer = await me.upload<{ errorCount: number; fileUrl: string }>(`${position.path}/importExcel`, {
    name: '职务.xlsx',
    content,
  })
  expect(answer).toMatchObject({ code: 201, result: { errorCount: 1 } })
  const report = await me.raw('GET', answer.result.fileUrl.replace(/^.*?(?=\/sys\/)/, ''))
  expect(report.payload).toContain('职务编码应以 P 开头，后接三位数字')
  expect((await stored('P101')).name).toBe('甲')
  await expect(stored('Q102')).rejects.toThrow('no position')
})

it('a rule that was changed holds from then on, and binds no other tenant', async () => {
  const { result } = await me.get<Page<{ id: string; revision: number }>>('/sys/checkRule/list', {
    ruleCode: 'post_code',
  })
  await me.put('/sys/checkRule/edit', { ...result.records[0], ruleJson: rule('Q[0-9]{3}') })
  expect(await add('P002')).toMatchObject({ success: false })
  expect(await add('Q002')).toMatchObject({ success: true })
  expect(await add('P002', world.as({ tenantId: 7 }))).toMatchObject({ success: true })
})
