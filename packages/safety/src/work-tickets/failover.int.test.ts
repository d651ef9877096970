import { workExamineEndpoints } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { breakAt } from '@suoan/platform/testing/break-connection'
import { carryOut } from './testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
let workId: string
beforeAll(async () => {
  plant = await createTicketWorld()
  workId = await carryOut(plant, 'reviewed')
})
afterAll(() => plant[Symbol.asyncDispose]())

/** Everything T11 writes, in one line. */
const stored = async (): Promise<unknown> =>
  (
    await plant.world.database.pool.query(
      `select w.work_status, w.exec_phase, w.revision, w.chain_head,
        (select count(*)::int from lo_work_trans t where t.work_id = w.id) as moves,
        (select array_agg(e.approve_status order by e.id) from lo_work_examine e where e.work_id = w.id) as steps,
        (select count(*)::int from client_op) as ops, (select count(*)::int from reaction) as reactions
      from lo_work w where w.id = $1`,
      [workId],
    )
  ).rows[0]

/** Where the approving transaction writes, from its first word to its last. */
const places = ['client_op', 'lo_work_examine', 'lo_work', 'lo_work_trans']

describe('the database fails over in the middle of T11 (§9.2)', () => {
  it.each(places)(
    'at %s: nothing of the approval is there, and the answer says so in Chinese',
    async (table) => {
      const { contentHash } = (await plant.detail(workId)).ticket
      const id = await plant.pendingRow(workId, 'u3')
      const input = { id, approveStatus: 8, contentHash, clientOpId: newUlid() }
      const before = await stored()
      const answer = await breakAt(plant.world.database.pool, table, () =>
        plant.call('u3', workExamineEndpoints.decide, input),
      )
      expect(answer).toMatchObject({ success: false, code: 503 })
      expect(answer.message).toContain('数据库连接中断')
      expect(await stored()).toEqual(before)
    },
  )

  it('the same operation, repeated as often as one likes, approves once', async () => {
    const { contentHash } = (await plant.detail(workId)).ticket
    const id = await plant.pendingRow(workId, 'u3')
    const input = { id, approveStatus: 8, contentHash, clientOpId: newUlid() }
    const broken = await breakAt(plant.world.database.pool, 'lo_work_trans', () =>
      plant.call('u3', workExamineEndpoints.decide, input),
    )
    expect(broken.success).toBe(false)
    const decide = () => plant.call('u3', workExamineEndpoints.decide, input)
    const answers = [await decide(), await decide(), await decide()]
    expect(answers.map(({ success }) => success)).toEqual([true, true, true])
    for (const { result } of answers) expect(result).toEqual(answers[0]?.result)
    expect(await plant.state(workId)).toBe('4/0')
    const { rows } = await plant.world.database.pool.query(
      `select trans_id from lo_work_trans where work_id = $1 and trans_id = 'T11'`,
      [workId],
    )
    expect(rows).toHaveLength(1)
  })
})
