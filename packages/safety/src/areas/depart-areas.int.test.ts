import type { DepartAreaDifference, DepartAreas } from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { plantDemo } from '../lock-records/testing.ts'
import { areas } from './index.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({ features: [{ name: 'areas', mount: areas }] })
  await plantDemo(world.ctx)
})
afterAll(() => world[Symbol.asyncDispose]())

const base = '/lodepartarea/loDepartArea'
const [territory, patrol] = [1, 4]
const stored = async (departId: string, relType: number) => {
  const { result } = await world.as().get<DepartAreas>(`${base}/queryByDepart`, { departId })
  const found = result.byType.find((each) => each.relType === relType)
  return {
    version: found?.version ?? '',
    areaIds: (found?.relations ?? []).map(({ areaId }) => areaId).toSorted(),
    owners: result.owners,
  }
}
const preview = (departId: string, relType: number, areaIds: string[]) =>
  world.as().post<DepartAreaDifference>(`${base}/preview`, { departId, relType, areaIds })
const save = (departId: string, relType: number, areaIds: string[], version?: string) =>
  world.as().post<DepartAreaDifference>(`${base}/saveBatch`, { departId, relType, areaIds, version })

describe('部门区域', () => {
  it('tells the difference without storing it, then stores exactly that', async () => {
    const before = await stored('demo-d30', patrol)
    expect(before.areaIds).toEqual([])
    const told = await preview('demo-d30', patrol, ['demo-a0101', 'demo-a0102'])
    expect(told.result).toMatchObject({ version: before.version, ends: [], kept: 0 })
    expect(told.result.adds.map(({ place }) => place)).toEqual(['乙烯装置 / 压缩机房', '乙烯装置 / 罐区'])
    expect(told.result.adds[0]?.locks).toBeGreaterThan(0)
    expect((await stored('demo-d30', patrol)).areaIds).toEqual([])
    const done = await save('demo-d30', patrol, ['demo-a0101', 'demo-a0102'], before.version)
    expect(done).toMatchObject({ success: true, message: '已保存：新增 2 个区域，结束 0 个' })
    const changed = await save('demo-d30', patrol, ['demo-a0102', 'demo-a010201'])
    expect(changed.result).toMatchObject({
      adds: [{ areaId: 'demo-a010201' }],
      ends: [{ areaId: 'demo-a0101' }],
      kept: 1,
    })
    expect((await stored('demo-d30', patrol)).areaIds).toEqual(['demo-a0102', 'demo-a010201'])
    const { rows } = await world.database.pool.query(
      `select 1 from sys_data_log where data_table = 'lo_depart_area' and data_id in
        (select id from lo_depart_area where rel_type = $1)`,
      [patrol],
    )
    expect(rows.length).toBeGreaterThanOrEqual(4)
  })

  it('lets the second of two administrators know, and stores nothing of his', async () => {
    const seen = await stored('demo-d20', patrol)
    expect(await save('demo-d20', patrol, ['demo-a0101'], seen.version)).toMatchObject({ success: true })
    expect(await save('demo-d20', patrol, ['demo-a0102'], seen.version)).toMatchObject({
      success: false,
      code: 4090,
    })
    expect((await stored('demo-d20', patrol)).areaIds).toEqual(['demo-a0101'])
  })

  it('lets one of two saves at the same moment win', async () => {
    const { version } = await stored('demo-d20', patrol)
    const both = await Promise.all([
      save('demo-d20', patrol, ['demo-a0101', 'demo-a0102'], version),
      save('demo-d20', patrol, ['demo-a0101', 'demo-a010101'], version),
    ])
    expect(both.filter(({ success }) => success)).toHaveLength(1)
    expect((await stored('demo-d20', patrol)).areaIds).toHaveLength(2)
  })

  it('keeps exactly one owner: a second one is refused by name, and the whole save with it', async () => {
    const mine = await stored('demo-d20', territory)
    const wish = [...mine.areaIds, 'demo-a0101']
    const told = await preview('demo-d20', territory, wish)
    expect(told.result.adds).toMatchObject([
      { areaId: 'demo-a0101', refusal: expect.stringContaining('一个区域只能有一个') },
    ])
    const refused = await save('demo-d20', territory, wish, mine.version)
    expect(refused).toMatchObject({ success: false, message: expect.stringContaining('一个区域只能有一个') })
    expect((await stored('demo-d20', territory)).areaIds).toEqual(mine.areaIds)
  })

  it('keeps exactly one owner: an area below another of the owner may go, the topmost may not', async () => {
    const mine = await stored('demo-d10', territory)
    expect(mine.areaIds).toContain('demo-a010201')
    const without = mine.areaIds.filter((id) => id !== 'demo-a010201')
    const told = await preview('demo-d10', territory, without)
    expect(told.result.ends).toMatchObject([{ areaId: 'demo-a010201', refusal: null }])
    expect(told.result.ends[0]?.effect).toContain('今后由上级区域的属地部门')
    expect(await save('demo-d10', territory, without, mine.version)).toMatchObject({ success: true })
    const none = await save('demo-d10', territory, [])
    expect(none).toMatchObject({ success: false, message: expect.stringContaining('将没有属地部门') })
    expect((await stored('demo-d10', territory)).areaIds).toEqual(without)
  })

  it('changes no area that is not there, and nothing of another tenant', async () => {
    expect(await save('demo-d20', patrol, ['nowhere'])).toMatchObject({
      success: false,
      message: '未找到对应实体',
    })
    const stranger = world.as({ tenantId: 7 })
    const answer = await stranger.post(`${base}/saveBatch`, {
      departId: 'demo-d20',
      relType: patrol,
      areaIds: [],
    })
    expect(answer).toMatchObject({ success: false, message: '未找到对应实体' })
    expect((await stored('demo-d20', patrol)).areaIds).not.toEqual([])
  })

  it('needs the right to begin and the right to end, each for its own part', async () => {
    const only = (...permissions: string[]) =>
      world.as({ permissions: new Set(['lo:departArea:edit', 'lo:area:list', ...permissions]) })
    const wish = { departId: 'demo-d30', relType: patrol }
    const adding = { ...wish, areaIds: ['demo-a0102', 'demo-a010201', 'demo-a0101'] }
    expect(await only().post(`${base}/saveBatch`, adding)).toMatchObject({ success: false, code: 510 })
    expect(
      await only('lo:departArea:delete').post(`${base}/saveBatch`, { ...wish, areaIds: [] }),
    ).toMatchObject({
      success: true,
    })
  })
})
