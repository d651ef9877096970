import { workExamineEndpoints, workReviewEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moment } from './testing/demo-draft.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeAll(async () => {
  plant = await createTicketWorld()
  // A second approver of the territory, so that two people can approve at the same moment.
  await plant.world.database.pool.query(`insert into sys_user_role (id, user_id, role_id)
    values ('x-1', 'u11', 'role-APPROVE')`)
})
afterAll(() => plant[Symbol.asyncDispose]())

const rounds = 50
const byDay = (n: number) => {
  // Voided tickets leave their day free again; the guardian’s certificate ends with the year.
  const day = new Date(moment('09:00') + ((n % 28) + 1) * 86_400_000 + 8 * 3_600_000)
    .toISOString()
    .slice(0, 10)
  return { planStart: `${day} 09:00:00`, planEnd: `${day} 17:00:00` }
}
const hashOf = async (id: string) => (await plant.detail(id)).ticket['contentHash']

describe('races (§4.5.1)', () => {
  it('two approvals of one step: exactly one approves, fifty times', async () => {
    for (let n = 0; n < rounds; n += 1) {
      const id = await plant.draft(byDay(n))
      await plant.take('u1', tickets.submit, { workId: id })
      await plant.review(id)
      const contentHash = await hashOf(id)
      const decide = async (who: string) =>
        plant.call(who, workExamineEndpoints.decide, {
          id: await plant.pendingRow(id, who),
          approveStatus: 8,
          contentHash,
        })
      const both = await Promise.all([decide('u3'), decide('u11')])
      expect(both.filter((answer) => answer.success)).toHaveLength(1)
      expect(await plant.state(id)).toBe('4/0')
      await plant.take('u12', tickets.void, { workId: id, reason: '下一轮' })
    }
  })

  it('withdrawing against adopting: one of the two, never both and never neither, fifty times', async () => {
    const seen = new Set<string>()
    for (let n = 0; n < rounds; n += 1) {
      const id = await plant.draft(byDay(n))
      await plant.take('u1', tickets.submit, { workId: id })
      const row = await plant.pendingRow(id, 'u2')
      const contentHash = await hashOf(id)
      const adopt = () =>
        plant.call('u2', workReviewEndpoints.decide, { id: row, reviewStatus: 8, contentHash })
      const withdraw = () => plant.call('u1', tickets.withdraw, { workId: id })
      const [adopted, withdrawn] =
        n % 2 === 0
          ? await Promise.all([adopt(), withdraw()])
          : (await Promise.all([withdraw(), adopt()])).toReversed()
      expect([adopted?.success, withdrawn?.success].filter(Boolean)).toHaveLength(1)
      const state = await plant.state(id)
      expect(state).toBe(adopted?.success ? '2/0' : '0/0')
      seen.add(state)
      await plant.take('u1', tickets.void, { workId: id, reason: '下一轮' })
    }
    expect(seen.size).toBeGreaterThan(0)
  })

  it('two tickets on one machine approved at the same moment: only one wins (G06), twenty times', async () => {
    for (let n = 0; n < 20; n += 1) {
      const ids = [await plant.draft(byDay(n)), await plant.draft(byDay(n))]
      const rows: { id: string; contentHash: unknown }[] = []
      for (const id of ids) {
        await plant.take('u1', tickets.submit, { workId: id })
        await plant.review(id)
        rows.push({ id: await plant.pendingRow(id, 'u3'), contentHash: await hashOf(id) })
      }
      const both = await Promise.all(
        rows.map((row) => plant.call('u3', workExamineEndpoints.decide, { ...row, approveStatus: 8 })),
      )
      expect(both.filter((answer) => answer.success)).toHaveLength(1)
      for (const id of ids)
        await plant.call('u12', tickets.void, { workId: id, reason: '下一轮' }).then(async (answer) => {
          if (!answer.success) await plant.take('u1', tickets.void, { workId: id, reason: '下一轮' })
        })
    }
  })

  it('the same operation sent twice at once is one operation', async () => {
    const id = await plant.draft(byDay(0))
    const clientOpId = '01JCCCCCCCCCCCCCCCCCCCCCCC'
    const send = () => plant.call('u1', tickets.submit, { workId: id, clientOpId })
    const [first, second] = await Promise.all([send(), send()])
    expect(first).toMatchObject({ success: true })
    expect(second).toEqual(first)
    const timeline = await plant.take('u1', tickets.timeline, { id })
    expect(timeline.filter((row) => row['transId'] === 'T04')).toHaveLength(1)
  })
})
