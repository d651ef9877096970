import { auditEndpoints as audit, workTicketEndpoints as tickets } from '@suoan/contract'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asDba } from '../testing/as-dba.ts'
import { carryOut } from '../work-tickets/testing/carry-out.ts'
import { anchorNight } from './testing/anchor-night.ts'
import { createTicketWorld, type TicketWorld } from '../work-tickets/testing/ticket-world.ts'
import { audit as auditFeature } from './index.ts'

let plant: TicketWorld
let folder: string
let workId: string
let announced: string[]
beforeEach(async () => {
  announced = []
  folder = await mkdtemp(path.join(tmpdir(), 'suoan-nightly-'))
  plant = await createTicketWorld({
    env: { DATA_DIR: folder },
    features: [{ name: 'audit', mount: auditFeature }],
  })
  plant.world.ctx.reactions.declare({
    name: 'test.breaks',
    title: '测试',
    event: 'chain.broken',
    key: ({ id }) => id,
    handle: async (_, breaks) => void announced.push(...breaks.map(({ kind, id }) => `${kind} ${id}`)),
  })
  workId = await carryOut(plant, 'working')
})
afterEach(async () => {
  await plant[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** The look of a night, so many nights from now. */
async function night(later = 0): Promise<void> {
  await anchorNight(plant.world, later)
  await plant.world.settled()
}
const forge = (seq: number) =>
  asDba(
    plant.world.database.pool,
    `update lo_work_trans set actor_name = '别人' where work_id = '${workId}' and seq = ${seq}`,
  )
const lastSeq = async (): Promise<number> =>
  (
    await plant.world.database.pool.query(
      `select max(seq)::int as seq from lo_work_trans where work_id = '${workId}'`,
    )
  ).rows[0].seq

describe('M4 A11 the nightly look', () => {
  it('walks whole chains of every night in which the server was off', async () => {
    await night()
    await forge(1)
    await night(29)
    expect(announced).toEqual([`work ${workId}`])
  })

  it('walks a chain whole once in thirty nights, whichever these are', async () => {
    await night()
    await forge(1)
    for (let count = 0; count < 30; count += 1) await night()
    expect(announced).toEqual([`work ${workId}`])
  })

  it('walks what an anchor by hand took in during the day', async () => {
    await night()
    plant.at('09:30', '2026-12-02')
    await plant.take('u8', tickets.stop, { workId, reason: '异响' })
    const seq = await lastSeq()
    await plant.take('u12', audit.anchorMake)
    await forge(seq)
    await night()
    expect(announced).toEqual([`work ${workId}`])
  })
})
