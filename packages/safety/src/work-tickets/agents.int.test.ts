import {
  examineStepEndpoints,
  workExamineEndpoints,
  workReviewEndpoints,
  workTicketEndpoints as tickets,
  type Page,
} from '@suoan/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { carryOut } from './testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

// 用户代理 (4-api.md §7.21, decision 0800): u2 reviews, u3 approves; both are away, and u11 and u12 stand in.

let plant: TicketWorld
const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await plant.world.database.pool.query(text, values)).rows

beforeAll(async () => {
  plant = await createTicketWorld({
    prepare: `insert into sys_user_role (id, user_id, role_id) values
        ('x1', 'u11', 'role-REVIEW'), ('x2', 'u12', 'role-REVIEW'), ('x3', 'u11', 'role-APPROVE'), ('x4', 'u1', 'role-REVIEW');
      update lo_flow_step set scope_rule = 'NAMED', user_ids = '["u2"]', allow_delegate = 1 where id = 'demo-step-1';
      update lo_flow_step set scope_rule = 'NAMED', user_ids = '["u3"]', allow_delegate = 1 where id = 'demo-step-2'`,
  })
})
afterAll(() => plant[Symbol.asyncDispose]())
beforeEach(() => query('delete from sys_user_agent'))

/** An agency of two people, in minutes from now. */
const represent = (absent: string, agent: string, { from = -60, until = 60, status = '1' } = {}) =>
  query(
    `insert into sys_user_agent (id, tenant_id, user_name, agent_user_name, start_time, end_time, status)
     select $1, 0, p.username, g.username, $3, $4, $5 from sys_user p, sys_user g where p.id = $6 and g.id = $2`,
    [
      `${absent}-${agent}`,
      agent,
      new Date(plant.world.ctx.clock.now() + from * 60_000),
      new Date(plant.world.ctx.clock.now() + until * 60_000),
      status,
      absent,
    ],
  )
const decide = async (who: string, id: string, rowId: string) => {
  const { contentHash } = (await plant.detail(id)).ticket
  return plant.call(who, workReviewEndpoints.decide, {
    id: rowId,
    reviewStatus: 8,
    contentHash: contentHash ?? '',
  })
}
const submitted = async () => {
  const id = await carryOut(plant, 'submitted')
  return { id, rowId: await plant.pendingRow(id, 'u2') }
}
const pendingOf = async (who: string, id: string) => {
  const { records } = await plant.take(who, workReviewEndpoints.myList, { tab: 'pending', pageSize: 100 })
  return records.some((row) => row['workId'] === id)
}

describe('an agent of an absent reviewer', () => {
  it('is told, sees and decides the step, and the record names both', async () => {
    await represent('u2', 'u11')
    const heard: (readonly string[] | null)[] = []
    plant.world.ctx.broadcasts.on('notice.sent', ({ userIds }) => void heard.push(userIds))
    const { id, rowId } = await submitted()
    expect(heard.flat()).toContain('u11')
    expect(await pendingOf('u11', id)).toBe(true)
    expect(await plant.detail(id, 'u11')).toMatchObject({ myStepId: rowId, actingFor: '李审' })
    expect(await decide('u11', id, rowId)).toMatchObject({ success: true, result: { transId: 'T07' } })
    const { reviews } = await plant.detail(id)
    expect(reviews.find((row) => row.id === rowId)).toMatchObject({
      reviewerId: 'u11',
      delegateFor: 'u2',
      delegatePath: [{ userId: 'u2', userName: '李审' }],
      agencyId: 'u2-u11',
    })
    expect(
      await query(`select signer_id, on_behalf_of from lo_work_sign where biz_id = $1`, [rowId]),
    ).toEqual([{ signer_id: 'u11', on_behalf_of: 'u2' }])
    const [listed] = (
      await plant.world.as().get<Page<object>>('/loworkreview/loWorkReview/list', { workId: id })
    ).result.records
    expect(listed).toMatchObject({ reviewerId: 'u11', reviewerId_dictText: '陈管 代 李审' })
    const timeline = await plant.take('u1', tickets.timeline, { id })
    expect(timeline.find((each) => each['transId'] === 'T07')).toMatchObject({
      actorId: 'u11',
      onBehalfOf: 'u2',
    })
  })

  it('is nobody before the window, after it, once it is revoked, and while either account is frozen', async () => {
    const { id, rowId } = await submitted()
    const refused = async () => {
      expect(await pendingOf('u11', id)).toBe(false)
      expect(await plant.detail(id, 'u11')).toMatchObject({ myStepId: null, actingFor: null })
      expect(await decide('u11', id, rowId)).toMatchObject({ success: false })
      await query('delete from sys_user_agent')
    }
    await refused()
    await represent('u2', 'u11', { from: 5 })
    await refused()
    await represent('u2', 'u11', { until: 0 })
    await refused()
    await represent('u2', 'u11', { status: '0' })
    await refused()
    await represent('u2', 'u11')
    await query(`update sys_user set status = 2 where id = 'u2'`)
    await refused()
    await query(`update sys_user set status = 1 where id = 'u2'`)
    await represent('u2', 'u12')
    await refused()
    // And nobody stands in for an agent.
    await represent('u2', 'u12')
    await represent('u12', 'u11')
    await refused()
    expect(await decide('u2', id, rowId)).toMatchObject({ success: true })
  })

  it('neither reviews what he asked for, nor approves what he reviewed for another', async () => {
    await represent('u2', 'u1')
    const { id, rowId } = await submitted()
    expect(await decide('u1', id, rowId)).toMatchObject({
      success: false,
      code: 4207,
      message: expect.stringContaining('签发 与 审核'),
    })
    await query('delete from sys_user_agent')
    await represent('u2', 'u11')
    await decide('u11', id, rowId)
    await represent('u3', 'u11')
    const examineId = await plant.pendingRow(id, 'u3')
    const { contentHash } = (await plant.detail(id)).ticket
    const both = await plant.call('u11', workExamineEndpoints.decide, {
      id: examineId,
      approveStatus: 8,
      contentHash: contentHash ?? '',
    })
    expect(both).toMatchObject({
      success: false,
      code: 4207,
      message: expect.stringContaining('审核 与 批准'),
    })
    const { examines } = await plant.detail(id)
    expect(examines.find((row) => row.id === examineId)).toMatchObject({
      approverId: 'u3',
      delegateFor: null,
    })
  })

  it('has it no more when the step is asked again: it goes back to whom it was asked of', async () => {
    await represent('u2', 'u11')
    const { id, rowId } = await submitted()
    await decide('u11', id, rowId)
    await query('delete from sys_user_agent')
    const examineId = await plant.pendingRow(id, 'u3')
    const { contentHash } = (await plant.detail(id)).ticket
    expect(
      await plant.call('u3', examineStepEndpoints.returnReview, {
        id: examineId,
        opinion: '请复核',
        stepNo: 1,
        contentHash: contentHash ?? '',
      }),
    ).toMatchObject({ success: true })
    const { reviews } = await plant.detail(id)
    expect(reviews.find((row) => row.id === rowId)).toMatchObject({
      reviewerId: 'u2',
      delegateFor: null,
      delegatePath: [],
      reviewStatus: 1,
    })
    expect((await decide('u11', id, rowId)).success).toBe(false)
  })
})
