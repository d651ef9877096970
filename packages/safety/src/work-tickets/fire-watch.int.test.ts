import { workTicketEndpoints as tickets, type RuleResult } from '@suoan/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { baselineFireWatchMin } from '../seed/baseline/work-types.ts'
import { carryOut } from './testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

/** Released at 15:00, restored at 15:10; the kind of work became another, and its policy is gone. */
async function withoutPolicy(workType: string, workLevel: string): Promise<string> {
  const workId = await carryOut(plant, 'restored')
  const { pool } = plant.world.database
  await pool.query('update lo_work set work_type = $2, work_level = $3 where id = $1', [
    workId,
    workType,
    workLevel,
  ])
  await pool.query(`update lo_work_type set del_flag = 1`)
  return workId
}
/** What T44 answers to the end of the work at a time. */
async function finish(workId: string, time: string): Promise<RuleResult | undefined> {
  plant.at(time)
  const answer = await plant.call('u5', tickets.finish, { workId, closeResult: '1' })
  return (answer.result as { rules?: RuleResult[] }).rules?.find(({ id }) => id === 'T44')
}

it.each([
  ['01', '1', 30, '15:29', '15:30'],
  ['01', '0', 60, '15:59', '16:00'],
  // A level nobody knows is watched like the longest of its kind.
  ['01', '7', 60, '15:59', '16:00'],
] as const)(
  'T44 hot work %s-%s whose policy is gone is watched for %i minutes all the same',
  async (workType, workLevel, minutes, early, late) => {
    const workId = await withoutPolicy(workType, workLevel)
    expect(await finish(workId, early)).toMatchObject({
      pass: false,
      text: expect.stringContaining(`完工留守 ${minutes} 分钟未满`),
    })
    expect(await finish(workId, late)).not.toMatchObject({ pass: false })
  },
)

it('a kind that the baseline does not watch is not watched without a policy; one it does not know, the longest', () => {
  expect(
    [
      ['10', '2'],
      ['06', '9'],
      ['01', '2'],
      ['77', '1'],
    ].map(([type = '', level = '']) => baselineFireWatchMin(type, level)),
  ).toEqual([0, 0, 30, 60])
})
