import {
  questionEndpoints as questions,
  rehearsalEndpoints,
  workTicketEndpoints as tickets,
} from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut } from './testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

const ask = (who: string, workId: string, question = '吊装半径内是否有人？') =>
  plant.call(who, questions.ask, { workId, question })
const answer = (who: string, workId: string, questionId: string, said = '已拉警戒线') =>
  plant.call(who, questions.answer, { workId, questionId, answer: said })
const told = async (userId: string): Promise<string[]> =>
  (
    await plant.world.database.pool.query(
      `select a.titile from sys_announcement a join sys_announcement_send s on s.annt_id = a.id where s.user_id = $1
        and a.titile like any (array['%提问%'])`,
      [userId],
    )
  ).rows.map(({ titile }) => String(titile))

describe('questions on a review', () => {
  it('are asked by who decides and answered by who wrote the ticket; both are told, and both stand in the chain', async () => {
    const id = await carryOut(plant, 'submitted')
    expect((await ask('u2', id)).success).toBe(true)
    const { questions: asked } = await plant.detail(id, 'u1')
    expect(asked).toMatchObject({
      mayAsk: false,
      mayAnswer: true,
      rows: [{ question: '吊装半径内是否有人？', askBy: 'u2', round: 1, answer: null }],
    })
    expect(await told('u1')).toHaveLength(1)
    const questionId = asked.rows[0]?.id ?? ''
    expect((await answer('u1', id, questionId)).success).toBe(true)
    expect((await plant.detail(id, 'u2')).questions).toMatchObject({
      mayAsk: true,
      rows: [{ answer: '已拉警戒线' }],
    })
    expect(await told('u2')).toHaveLength(1)
    const notes = (await plant.take('u1', tickets.timeline, { id })).slice(-2).map(({ diff }) => diff)
    expect(notes).toMatchObject([
      { note: 'questionAsk', questionId, question: '吊装半径内是否有人？' },
      { note: 'questionAnswer', questionId, answer: '已拉警戒线' },
    ])
    // The words that are signed are the same: the review goes on.
    expect((await plant.review(id)).success).toBe(true)
  })

  it('are not asked by others, not answered twice or by others, and not once the decisions are made', async () => {
    const id = await carryOut(plant, 'submitted')
    expect((await ask('u1', id)).message).toContain('只有本轮的审核人和批准人')
    await ask('u2', id)
    const questionId = (await plant.detail(id)).questions.rows[0]?.id ?? ''
    expect((await answer('u2', id, questionId)).message).toContain('由申请人')
    await answer('u1', id, questionId)
    expect((await answer('u1', id, questionId, '改口')).message).toContain('已经答复')
    expect((await answer('u1', id, 'nothing')).success).toBe(false)
    await plant.review(id)
    await plant.examine(id)
    expect((await ask('u2', id)).message).toContain('只有在审核、审批期间')
  })

  it('ask for words, and are no way into a ticket of somebody else', async () => {
    const id = await carryOut(plant, 'submitted')
    expect((await ask('u2', id, '  ')).message).toContain('请写出要问的问题')
    expect(
      (await plant.as('u2', { tenantId: 9 }).post(questions.ask.path, { workId: id, question: '?' })).success,
    ).toBe(false)
  })
})

describe('an approval that is only rehearsed', () => {
  const rehearse = async (id: string, edit?: object, who = 'u3') =>
    plant.call(who, rehearsalEndpoints.simulate, {
      id: await plant.pendingRow(id, who),
      ...(edit ? { edit } : {}),
    })

  it('says where the ticket would go and whom it would wait for, and changes nothing', async () => {
    const id = await carryOut(plant, 'reviewed')
    const before = await plant.detail(id)
    const said = await plant.take('u1', tickets.timeline, { id })
    const plain = await rehearse(id)
    expect(plain.result).toMatchObject({ passes: true, transId: 'T11', workStatus: 4, changes: [], next: [] })
    const longer = await rehearse(id, { planEnd: '2026-12-01 19:00:00' })
    expect(longer.result).toMatchObject({
      passes: true,
      transId: 'T12',
      workStatus: 1,
      changes: [{ label: '计划结束', new: '2026-12-01 19:00:00' }],
      next: [expect.stringMatching(/^审核 1：/)],
    })
    const after = await plant.detail(id)
    expect(after.ticket).toEqual(before.ticket)
    expect(after.examines).toEqual(before.examines)
    expect(await plant.take('u1', tickets.timeline, { id })).toHaveLength(said.length)
    expect(await plant.examine(id)).toMatchObject({ result: { workStatus: 4, transId: 'T11' } })
  })

  it('names the rule that would refuse it', async () => {
    const id = await carryOut(plant, 'reviewed')
    await plant.world.database.pool.query(
      `update lo_work_type set editable_fields = '["planEnd"]' where type_code = '10'`,
    )
    const content = await rehearse(id, { content: '更换阀门' })
    expect(content.result).toMatchObject({ passes: false, workStatus: 2 })
    expect(content.result.refusal).not.toBe('')
    expect(content.result.rules.some(({ pass }) => !pass)).toBe(true)
  })

  it('is asked by the one whose row it is', async () => {
    const id = await carryOut(plant, 'reviewed')
    const row = await plant.pendingRow(id, 'u3')
    const other = await plant.call('u2', rehearsalEndpoints.simulate, { id: row })
    expect(other.success && other.result.passes).toBe(false)
  })
})
