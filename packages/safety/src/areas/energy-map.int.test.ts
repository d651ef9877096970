import type { EnergyMap, MinCutAnswer, ReachAnswer } from '@suoan/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { DAY_D, plantDemo } from '../lock-records/testing.ts'
import { areas } from './index.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({ features: [{ name: 'areas', mount: areas }] })
  world.clock.set(DAY_D)
  await plantDemo(world.ctx)
})
afterAll(() => world[Symbol.asyncDispose]())

const base = '/loenergy/loEnergy'
const map = async (tenantId = 0) => (await world.as({ tenantId }).get<EnergyMap>(`${base}/map`)).result
const ask = <T>(what: 'reach' | 'minCut', closedPointIds: string[], tenantId = 0, zoneId = 'demo-n-p101') =>
  world.as({ tenantId }).post<T>(`${base}/${what}`, { zoneId, closedPointIds })
const save = (drawing: object, tenantId = 0) => world.as({ tenantId }).post(`${base}/saveMap`, drawing)

it('M2 reach names the sources that still get to the pump, with their way (SC03)', async () => {
  const open = await ask<ReachAnswer>('reach', ['demo-pt1', 'demo-pt2'])
  expect(open.result).toMatchObject({ isolated: false, sources: [{ path: 'H-2 → V-103 → P-101' }] })
  const shut = await ask<ReachAnswer>('reach', ['demo-pt1', 'demo-pt2', 'demo-pt3'])
  expect(shut.result).toEqual({ isolated: true, sources: [], sharedEdgeIds: [] })
})

it('M2 minCut gives the cheapest isolation and what a plan still misses (SC03)', async () => {
  const answer = (await ask<MinCutAnswer>('minCut', ['demo-pt1', 'demo-pt2'])).result
  expect(answer).toMatchObject({
    possible: true,
    weight: 3,
    missing: [{ pointId: 'demo-pt3', pointCode: 'V-103' }],
  })
  expect(answer.cheapest.map(({ pointCode }) => pointCode).toSorted()).toEqual(['Q1', 'V-101', 'V-103'])
  expect((await ask<MinCutAnswer>('minCut', ['demo-pt1', 'demo-pt2', 'demo-pt3'])).result.missing).toEqual([])
})

it('M2 a line without a point cannot be cut, and the answer says so; a shared line is named', async () => {
  const drawn = await map()
  const junction = { id: 'j1', code: 'J-1', type: 'JUNC' }
  const line = { directed: true, normalOpen: true, weight: 1, pointId: null }
  const edges = drawn.edges.map((edge) =>
    edge.id === 'demo-e2' || edge.id === 'demo-e3' ? { ...edge, toId: 'j1' } : edge,
  )
  const saved = await save({
    version: drawn.version,
    nodes: [...drawn.nodes, junction],
    edges: [...edges, { ...line, id: 'e9', fromId: 'j1', toId: 'demo-n-p101' }],
  })
  expect(saved).toMatchObject({ success: true })
  const reach = (await ask<ReachAnswer>('reach', ['demo-pt1'])).result
  expect(reach.sharedEdgeIds).toEqual(['e9'])
  const direct = { ...line, id: 'e10', fromId: 'demo-n-h1', toId: 'demo-n-p101' }
  const now = await map()
  expect((await save({ ...now, edges: [...now.edges, direct] })).success).toBe(true)
  expect((await ask<MinCutAnswer>('minCut', [])).result).toMatchObject({ possible: false, cheapest: [] })
  const back = await map()
  expect((await save({ ...drawn, version: back.version })).success).toBe(true)
})

it('M2 the map keeps positions, refuses dangling lines, and does not overwrite what somebody else saved', async () => {
  const drawn = await map()
  const moved = drawn.nodes.map((node) => (node.code === 'P-101' ? { ...node, x: 440, y: -20 } : node))
  expect((await save({ ...drawn, nodes: moved })).success).toBe(true)
  expect((await map()).nodes.find(({ code }) => code === 'P-101')).toMatchObject({ x: 440, y: -20 })
  const late = await save({ ...drawn, nodes: [], edges: [] })
  expect(late).toMatchObject({ success: false })
  expect(late.message).toContain('能量图已被他人修改')
  const now = await map()
  const dangling = {
    id: 'e7',
    fromId: 'demo-n-e1',
    toId: 'gone',
    directed: true,
    normalOpen: true,
    weight: 1,
  }
  expect((await save({ ...now, edges: [...now.edges, dangling] })).message).toContain('一端没有节点')
  const lost = now.edges.map((edge) => ({ ...edge, pointId: 'no-such-point' }))
  expect((await save({ ...now, edges: lost })).message).toContain('隔离点不存在')
  expect((await map()).version).toBe(now.version)
})

it('M2 a tenant sees and asks its own map only, and rows of another cannot be taken over', async () => {
  expect(await map(7)).toMatchObject({ nodes: [], edges: [] })
  expect((await ask('reach', [], 7)).success).toBe(false)
  expect((await ask('minCut', [], 7)).success).toBe(false)
  const ours = await map()
  const stolen = {
    ...(await map(7)),
    nodes: ours.nodes.slice(0, 1).map((node) => ({ ...node, equipId: null })),
  }
  expect((await save(stolen, 7)).success).toBe(false)
  expect((await map()).version).toBe(ours.version)
})

it('M2 each call needs its permission', async () => {
  const weak = world.as({ permissions: new Set(['lo:point:list']) })
  expect((await weak.get(`${base}/map`)).success).toBe(false)
  for (const call of ['saveMap', 'reach', 'minCut'])
    expect((await weak.post(`${base}/${call}`, { zoneId: 'demo-n-p101', closedPointIds: [] })).success).toBe(
      false,
    )
})
