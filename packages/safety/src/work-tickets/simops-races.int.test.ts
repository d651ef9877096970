import type { TicketDraft } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { raceOptions, rounds } from './testing/race-rounds.ts'
import { rememberPlant } from './testing/rewind.ts'
import { approvalOf, certifyGuardian, hotWork, reviewed, solventWork } from './testing/simops-world.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'
import { rangeOf } from './conflicts/claim-surroundings.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
  await certifyGuardian(plant)
})
afterEach(() => plant[Symbol.asyncDispose]())

/**
 * Both tickets stand before their approver once; each round approves them at the same moment and then turns the plant
 * back, so that the thousandth round costs what the first did.
 */
async function race(name: string, drafts: readonly [Partial<TicketDraft>, Partial<TicketDraft>]) {
  const ids: string[] = []
  for (const draft of drafts) ids.push(await reviewed(plant, draft))
  const approvals: (() => ReturnType<Awaited<ReturnType<typeof approvalOf>>>)[] = []
  for (const id of ids) approvals.push(await approvalOf(plant, id))
  const again = await rememberPlant(plant.world.database.pool)
  const winners = [0, 0]
  for (let n = 0; n < rounds; n += 1) {
    const inTurn = n % 2 === 0 ? approvals : approvals.toReversed()
    const answers = await Promise.all(inTurn.map((approve) => approve()))
    expect(answers.filter((answer) => answer.success)).toHaveLength(1)
    expect(answers.find((answer) => !answer.success)).toMatchObject({ code: 4205 })
    const states = await Promise.all(ids.map((id) => plant.state(id)))
    expect(states.toSorted()).toEqual(['2/0', '4/0'])
    winners[states.indexOf('4/0')] = (winners[states.indexOf('4/0')] ?? 0) + 1
    // Reactions to the commit end before the plant is turned back.
    await new Promise((resolve) => setTimeout(resolve, 5))
    await again()
  }
  process.stdout.write(`${name}: ${rounds} rounds, ${winners.join(' : ')}\n`)
}

describe('G06 races: two tickets approved in the same second cannot both win (§4.5.3)', () => {
  it(
    `G06 in neighbouring areas, one inside the other's neighbour: exactly one, ${rounds} times`,
    raceOptions,
    async () => {
      await race('G06 area race, hot work : solvent work', [hotWork(), solventWork()])
    },
  )

  it(`G06 far apart but with one person on both: exactly one, ${rounds} times`, raceOptions, async () => {
    await race('G06 person race', [
      solventWork({ areaId: 'demo-a010101', hazards: ['03'] }),
      solventWork({ areaId: 'demo-a010201', hazards: ['03'] }),
    ])
  })

  it('locks an area with its neighbours for itself and what lies above them shared', () => {
    expect([...rangeOf('A01A02A01', ['A01A01'])].filter(([key]) => /\/(A\d\d)+$/.test(key))).toEqual([
      ['area/A01', false],
      ['area/A01A02', false],
      ['area/A01A02A01', true],
      ['area/A01A01', true],
    ])
  })
})
