import {
  energyEdge,
  energyEndpoints,
  energyNode,
  workTicketEndpoints as tickets,
  type EnergyMap,
} from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { areas } from '../areas/index.ts'
import { carryOut } from './testing/carry-out.ts'
import { closeCauses } from './testing/close-causes.ts'
import { failing } from './testing/failing-rules.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({ features: [{ name: 'areas', mount: areas }] })
})
afterEach(() => plant[Symbol.asyncDispose]())

const add = async (path: string, row: object) => {
  expect(await plant.world.as().post(`${path}/add`, row)).toMatchObject({ success: true })
}
const drawn = async () => {
  const map = (await plant.world.as().get<EnergyMap>(energyEndpoints.map.path)).result
  const source = { id: 'new-source', code: 'H-9', type: 'SOURCE' as const }
  const line = { id: 'new-line', fromId: 'new-source', toId: 'demo-n-p101', weight: 1, pointId: null }
  const answer = await plant.world.as().post(energyEndpoints.saveMap.path, {
    ...map,
    nodes: [...(map?.nodes ?? []), source],
    edges: [...(map?.edges ?? []), { ...line, directed: true, normalOpen: true }],
  })
  expect(answer).toMatchObject({ success: true })
}
const typed = async () => {
  await add(energyNode.path, { nodeCode: 'H-9', nodeName: '漏画的蒸汽线', nodeType: 'SOURCE' })
  const { rows } = await plant.world.database.pool.query<{ id: string }>(
    `select id from lo_energy_node where node_code = 'H-9'`,
  )
  await add(energyEdge.path, {
    fromId: rows[0]?.id,
    toId: 'demo-n-p101',
    directed: 1,
    normalOpen: 1,
    weight: 1,
  })
}
const confirm = async () => {
  for (const lock of ['LK1', 'LK2', 'LK3']) await plant.locks.confirms(lock)
}
const resume = async (workId: string) => {
  await closeCauses(plant, workId)
  await plant.call('u5', tickets.resume, { workId })
  return plant.call('u4', tickets.resume, { workId })
}

describe('the energy map under people at work (G05, T32)', () => {
  it('T28: nobody goes in over a source that was just drawn, before anything has stopped the work', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await plant.world.withoutReactions(async () => {
      await drawn()
      const personId = await plant.personId(workId, 'u6')
      expect(failing(await plant.call('u5', tickets.personIn, { workId, personId }))).toEqual(['G05'])
    })
  })

  it.each([
    ['drawn on the map', drawn],
    ['typed as a node and a line', typed],
  ])(
    'a source that is %s and that no point of the ticket cuts stops the work and is told',
    async (_how, put) => {
      const workId = await carryOut(plant, 'working')
      plant.at('10:00')
      await put()
      await plant.world.settled()
      expect(await plant.state(workId)).toBe('20/21')
      const { stopCauses } = await plant.detail(workId)
      expect(stopCauses).toMatchObject([{ reason: expect.stringContaining('H-9 → P-101') }])
      const { rows: told } = await plant.world.database.pool.query<{ userId: string }>(
        `select s.user_id as "userId" from sys_announcement a join sys_announcement_send s on s.annt_id = a.id
        where a.titile like '%能量图新增的能源 H-9%'`,
      )
      expect(told.map(({ userId }) => userId)).toEqual(expect.arrayContaining(['u5', 'u4', 'u12']))
      plant.at('10:10')
      await confirm()
      expect(failing(await resume(workId))).toContain('G05')
      // As soon as a point of the ticket cuts it, work may go on.
      await plant.world.database.pool.query(
        `update lo_energy_edge set point_id = 'demo-pt1' where to_id = 'demo-n-p101'
        and from_id in (select id from lo_energy_node where node_code = 'H-9')`,
      )
      expect(await resume(workId)).toMatchObject({ success: true })
    },
  )

  it('what a point of the ticket cuts, or what does not reach its equipment, stops nobody', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await add(energyNode.path, { nodeCode: 'H-8', nodeName: '他处', nodeType: 'SOURCE' })
    await plant.world.settled()
    expect(await plant.state(workId)).toBe('20/20')
  })
})
