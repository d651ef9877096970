import { workTicketEndpoints as tickets, type TicketDraft } from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moment } from './testing/demo-draft.ts'
import { approvalOf, certifyGuardian, hotWork, reviewed, solventWork } from './testing/simops-world.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'
import { rangeOf } from './conflicts/claim-surroundings.ts'

let plant: TicketWorld
beforeAll(async () => {
  plant = await createTicketWorld()
  await certifyGuardian(plant)
})
afterAll(() => plant[Symbol.asyncDispose]())

/** `RACE_ROUNDS=1000` runs each race a thousand times by hand. */
const rounds = Number(process.env['RACE_ROUNDS'] ?? 20)
/** Many rounds on a busy machine take their time; what counts is who won. */
const options = { timeout: 60_000 + rounds * 10_000 }

/** Both hours of a day to come; voided tickets leave theirs free again. */
const onDay = (n: number, from: string, to: string): Pick<TicketDraft, 'planStart' | 'planEnd'> => {
  const day = new Date(moment('09:00') + ((n % 28) + 1) * 86_400_000 + 8 * 3_600_000)
    .toISOString()
    .slice(0, 10)
  return { planStart: `${day} ${from}:00`, planEnd: `${day} ${to}:00` }
}

async function race(pairOf: (n: number) => readonly [Partial<TicketDraft>, Partial<TicketDraft>]) {
  const winners = [0, 0]
  for (let n = 0; n < rounds; n += 1) {
    const ids: string[] = []
    for (const draft of pairOf(n)) ids.push(await reviewed(plant, draft))
    const approvals = await Promise.all(ids.map((id) => approvalOf(plant, id)))
    const inTurn = n % 2 === 0 ? approvals : approvals.toReversed()
    const answers = await Promise.all(inTurn.map((approve) => approve()))
    expect(answers.filter((answer) => answer.success)).toHaveLength(1)
    expect(answers.find((answer) => !answer.success)).toMatchObject({ code: 4205 })
    const states = await Promise.all(ids.map((id) => plant.state(id)))
    expect(states.toSorted()).toEqual(['2/0', '4/0'])
    winners[states.indexOf('4/0')] = (winners[states.indexOf('4/0')] ?? 0) + 1
    for (const [index, workId] of ids.entries())
      await plant.take(states[index] === '4/0' ? 'u12' : 'u1', tickets.void, { workId, reason: '下一轮' })
  }
  return winners
}

describe('G06 races: two tickets approved in the same second cannot both win (§4.5.3)', () => {
  it(
    `G06 in neighbouring areas, one inside the other's neighbour: exactly one, ${rounds} times`,
    options,
    async () => {
      const winners = await race((n) => [
        hotWork(onDay(n, '11:00', '13:00')),
        solventWork(onDay(n, '10:00', '12:00')),
      ])
      console.log(
        `G06 area race: ${rounds} rounds, hot work won ${winners[0]}, solvent work won ${winners[1]}`,
      )
    },
  )

  it(`G06 far apart but with one person on both: exactly one, ${rounds} times`, options, async () => {
    const winners = await race((n) => [
      solventWork({ ...onDay(n, '10:00', '12:00'), areaId: 'demo-a010101', hazards: ['03'] }),
      solventWork({ ...onDay(n, '10:00', '12:00'), areaId: 'demo-a010201', hazards: ['03'] }),
    ])
    console.log(`G06 person race: ${rounds} rounds, ${winners.join(' : ')}`)
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
