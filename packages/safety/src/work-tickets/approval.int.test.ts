import {
  workExamineEndpoints,
  examineStepEndpoints,
  recallEndpoints,
  workReviewEndpoints,
  reviewStepEndpoints,
  workTicketEndpoints as tickets,
} from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runDueTimers } from '@suoan/platform/timers/testing'
import { carryOut, steps } from './testing/carry-out.ts'
import { failing } from './testing/failing-rules.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({
    // u11 and u12 review too, u11 approves in the territory and u10 supervises in the safety department.
    prepare: `insert into sys_user_role (id, user_id, role_id) values
        ('x1', 'u11', 'role-REVIEW'), ('x2', 'u12', 'role-REVIEW'), ('x3', 'u8', 'role-APPROVE'),
        ('x4', 'u1', 'role-REVIEW');
      update lo_flow_step set scope_rule = 'NAMED', user_ids = '["u2"]' where id = 'demo-step-1';
      update lo_flow_step set scope_rule = 'NAMED', user_ids = '["u3"]' where id = 'demo-step-2'`,
  })
})
afterEach(() => plant[Symbol.asyncDispose]())

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await plant.world.database.pool.query(text, values)).rows
const delegate = (who: string, id: string, toUserId: string) =>
  plant.call(who, reviewStepEndpoints.delegate, { id, toUserId, reason: '出差' })
const told = () => {
  const heard: { userIds: readonly string[] | null; msgTxt: string }[] = []
  plant.world.ctx.broadcasts.on('notice.sent', (word) => void heard.push(word))
  return heard
}
const flowOf = (change: string) => query(`update lo_flow_step set ${change}`)
const row = async (id: string, who: string) => {
  const { reviews, examines } = await plant.detail(id)
  return [...reviews, ...examines].find((each) => each.personId === who)
}

describe('T15 delegate and add signer', () => {
  it('T15 the delegate decides on behalf of the assignee, who still sees the ticket and signs no more', async () => {
    const id = await carryOut(plant, 'submitted')
    const rowId = await plant.pendingRow(id, 'u2')
    expect(await delegate('u2', rowId, 'u11')).toMatchObject({
      success: true,
      result: { transId: 'T15', workStatus: 1 },
    })
    expect(await row(id, 'u11')).toMatchObject({
      delegateFor: 'u2',
      delegateForName: '李审',
      reviewStatus: 1,
      delegatePath: [{ userId: 'u2', userName: '李审' }],
    })
    expect(await plant.take('u2', workReviewEndpoints.myList, { tab: 'delegated' })).toMatchObject({
      total: 1,
    })
    expect(await plant.take('u2', workReviewEndpoints.myList, { tab: 'pending' })).toMatchObject({ total: 0 })
    expect(await plant.take('u11', workReviewEndpoints.myList, { tab: 'pending' })).toMatchObject({
      total: 1,
    })
    expect((await plant.detail(id, 'u2')).ticket.id).toBe(id)
    const { contentHash } = (await plant.detail(id)).ticket
    const old = await plant.call('u2', workReviewEndpoints.decide, {
      id: rowId,
      reviewStatus: 8,
      contentHash,
    })
    expect(old).toMatchObject({ success: false })
    expect(await plant.review(id, 'u11')).toMatchObject({ result: { transId: 'T07' } })
    const [sign] = await query(`select on_behalf_of from lo_work_sign where biz_id = $1`, [rowId])
    expect(sign).toMatchObject({ on_behalf_of: 'u2' })
    const timeline = await plant.take('u1', tickets.timeline, { id })
    expect(timeline.find((each) => each['transId'] === 'T07')).toMatchObject({
      actorId: 'u11',
      onBehalfOf: 'u2',
      onBehalfOfName: '李审',
      diff: { onBehalfOf: 'u2' },
    })
    expect(timeline.filter((each) => each['onBehalfOf'] !== null)).toHaveLength(1)
    const trans = await query(`select event from lo_work_trans where on_behalf_of = 'u2' and work_id = $1`, [
      id,
    ])
    expect(trans).toEqual([{ event: 'reviewPass' }])
    expect(timeline.find((each) => each['transId'] === 'T15')?.['diff']).toMatchObject({
      to: 'u11',
      reason: '出差',
    })
  })

  it('T15 G04: a chain is expanded, so nobody in it may approve, nor may the applicant be given a review', async () => {
    const id = await carryOut(plant, 'submitted')
    const rowId = await plant.pendingRow(id, 'u2')
    expect(await delegate('u2', rowId, 'u1')).toMatchObject({ success: false, code: 4207 })
    expect(await delegate('u2', rowId, 'u11')).toMatchObject({ success: true })
    expect(await delegate('u11', rowId, 'u12')).toMatchObject({ success: true })
    // Back to somebody it came from is a circle.
    const circle = await delegate('u12', rowId, 'u2')
    expect(circle).toMatchObject({
      success: false,
      code: 4240,
      message: expect.stringContaining('已在该步骤中'),
    })
    expect(await plant.review(id, 'u12')).toMatchObject({ success: true })
    await query(`insert into sys_user_role (id, user_id, role_id) values ('x9', 'u11', 'role-APPROVE')`)
    const examineRow = await plant.pendingRow(id, 'u3')
    const to11 = await plant.call('u3', examineStepEndpoints.delegate, { id: examineRow, toUserId: 'u11' })
    expect(to11).toMatchObject({ success: false, code: 4207 })
    expect(await plant.state(id)).toBe('2/0')
  })

  it('T15 G03: a delegate without the certificate of the step is refused', async () => {
    await query(`update lo_work_type set cert_rules = cert_rules || '{"REVIEW": ["01"]}'`)
    const id = await carryOut(plant, 'submitted')
    const rowId = await plant.pendingRow(id, 'u2')
    const answer = await delegate('u2', rowId, 'u11')
    expect(answer).toMatchObject({ success: false, code: 4206, message: expect.stringContaining('陈管') })
  })

  it('T15 is refused where the step forbids it, to who lacks the post, to a stranger, and after withdrawal', async () => {
    const id = await carryOut(plant, 'submitted')
    const rowId = await plant.pendingRow(id, 'u2')
    expect(await delegate('u2', rowId, 'u6')).toMatchObject({
      code: 4240,
      message: expect.stringContaining('岗位'),
    })
    expect(await delegate('u2', rowId, 'nobody')).toMatchObject({
      success: false,
      message: expect.stringContaining('未找到该人员'),
    })
    expect(await delegate('u12', rowId, 'u11')).toMatchObject({ success: false, code: 4030 })
    await plant.take('u1', tickets.withdraw, { workId: id })
    // He had the step when he looked, and the ticket has been taken back since.
    expect(await delegate('u2', rowId, 'u11')).toMatchObject({
      code: 4090,
      result: { workStatus: 0, execPhase: 0 },
    })
    await flowOf('allow_delegate = 0')
    const second = await carryOut(plant, 'submitted')
    const fixed = await delegate('u2', await plant.pendingRow(second, 'u2'), 'u11')
    expect(fixed).toMatchObject({
      success: false,
      code: 4240,
      message: expect.stringContaining('不允许委托'),
    })
  })

  it('T15 an added signer must pass too, whatever the quorum (G09)', async () => {
    const id = await carryOut(plant, 'submitted')
    const rowId = await plant.pendingRow(id, 'u2')
    const added = await plant.call('u2', reviewStepEndpoints.addSigner, { id: rowId, toUserId: 'u12' })
    expect(added).toMatchObject({ success: true, result: { transId: 'T15' } })
    expect(await row(id, 'u12')).toMatchObject({ addedBy: 'u2', addedByName: '李审', reviewStatus: 1 })
    expect(await plant.review(id, 'u2')).toMatchObject({ result: { transId: 'T06', workStatus: 1 } })
    expect(await plant.review(id, 'u12')).toMatchObject({ result: { transId: 'T07', workStatus: 2 } })
    const twice = await plant.call('u3', examineStepEndpoints.addSigner, {
      id: await plant.pendingRow(id, 'u3'),
      toUserId: 'u3',
    })
    expect(twice).toMatchObject({ success: false, code: 4240 })
  })

  it('the picker offers those who hold the post and are not in the step', async () => {
    const id = await carryOut(plant, 'submitted')
    const rowId = await plant.pendingRow(id, 'u2')
    const choices = await plant.take('u2', reviewStepEndpoints.signers, { id: rowId })
    expect(choices.map((each) => each.id).toSorted()).toEqual(['u11', 'u12'])
    expect(choices.every((each) => each.departName !== '')).toBe(true)
  })
})

describe('T14 return to review', () => {
  it('T14: approvals wait, the chosen step is asked again in the same round, then the approver once more', async () => {
    const id = await carryOut(plant, 'reviewed')
    const rowId = await plant.pendingRow(id, 'u3')
    const { contentHash } = (await plant.detail(id)).ticket
    const input = { id: rowId, stepNo: 1, opinion: '请复核第 2 条措施', contentHash }
    expect(await plant.call('u3', examineStepEndpoints.returnReview, { ...input, stepNo: 7 })).toMatchObject({
      code: 4240,
    })
    expect(
      await plant.call('u3', examineStepEndpoints.returnReview, { ...input, opinion: ' ' }),
    ).toMatchObject({
      success: false,
    })
    expect(await plant.call('u2', examineStepEndpoints.returnReview, input)).toMatchObject({
      success: false,
      code: 4030,
    })
    expect(await plant.call('u3', examineStepEndpoints.returnReview, input)).toMatchObject({
      success: true,
      result: { transId: 'T14', workStatus: 1 },
    })
    const { ticket, reviews, examines } = await plant.detail(id)
    expect(ticket).toMatchObject({ round: 1, reviewStatus: 1, approveStatus: 0 })
    expect(reviews).toMatchObject([{ reviewStatus: 1, opinion: null, actTime: null }])
    expect(examines).toMatchObject([{ approveStatus: 0, opinion: '请复核第 2 条措施' }])
    expect(await plant.review(id)).toMatchObject({ result: { transId: 'T07' } })
    const again = await plant.detail(id)
    expect(again.examines).toMatchObject([{ id: rowId, approveStatus: 1, opinion: null }])
    expect(await plant.examine(id)).toMatchObject({ result: { transId: 'T11', workStatus: 4 } })
  })
})

describe('T16 late steps', () => {
  it('T16: urged when due, escalated three levels, then told to the administrator; never decided by itself', async () => {
    await query(`insert into sys_role (id, role_name, role_code) values ('role-admin', '管理员', 'admin')`)
    await query(`insert into sys_user_role (id, user_id, role_id) values ('xa', 'u10', 'role-admin')`)
    await flowOf(`sla_min = 10`)
    const id = await carryOut(plant, 'submitted')
    const heard = told()
    const late = async (minutes: number) => {
      plant.at(`08:${String(minutes).padStart(2, '0')}`)
      await runDueTimers(plant.world.ctx)
      return row(id, 'u2')
    }
    expect(await late(9)).toMatchObject({ escLevel: 0, urgeTime: null })
    expect(await late(10)).toMatchObject({ escLevel: 0, urgeTime: '2026-12-01 08:10:00' })
    await query(
      `update lo_timer set due_time = '2026-12-01T00:10:00Z', data = '{"nth": 0}' where kind = 'step.overdue'`,
    )
    expect(await late(11)).toMatchObject({ escLevel: 0, urgeTime: '2026-12-01 08:10:00' })
    await query(
      `insert into lo_timer (id, tenant_id, kind, subject_id, key, due_time, data)
      select 't1', 0, 'step.overdue', $1, id, '2026-12-01T00:20:00Z', '{"nth": 1}' from lo_work_review`,
      [id],
    )
    expect(await late(20)).toMatchObject({ escLevel: 1, flagTime: null })
    expect(await row(id, 'u12')).toMatchObject({ reviewStatus: 1, roleTag: 'SAFETY' })
    expect(await late(30)).toMatchObject({ escLevel: 2 })
    expect(await late(40)).toMatchObject({ escLevel: 3, flagTime: null })
    expect(await late(50)).toMatchObject({ escLevel: 3, flagTime: '2026-12-01 08:50:00', reviewStatus: 1 })
    expect(await plant.state(id)).toBe('1/0')
    const timeline = await plant.take('u1', tickets.timeline, { id })
    expect(timeline.filter((each) => each['transId'] === 'T16')).toHaveLength(5)
    expect(heard[0]?.userIds).toEqual(['u2'])
    expect(heard.at(-1)).toMatchObject({ userIds: ['u10'], msgTxt: expect.stringContaining('管理员') })
    const [{ n } = { n: -1 }] = await query(
      `select count(*)::int as n from lo_timer where kind = 'step.overdue'`,
    )
    expect(n).toBe(0)
    // The superior stands for the late one: his pass is the step's vote.
    expect(await plant.review(id, 'u12')).toMatchObject({ result: { transId: 'T07' } })
  })

  it('T16: a decided or withdrawn step is not watched any more, and a returned one has its whole time again', async () => {
    const id = await carryOut(plant, 'submitted')
    const watched = async () =>
      (await query(`select key from lo_timer where kind = 'step.overdue'`)).map((each) => each['key'])
    expect(await watched()).toEqual([await plant.pendingRow(id, 'u2')])
    await steps.reviewed(plant, id)
    const examineRow = await plant.pendingRow(id, 'u3')
    expect(await watched()).toEqual([examineRow])
    const { contentHash } = (await plant.detail(id)).ticket
    plant.at('08:40')
    await plant.take('u3', examineStepEndpoints.returnReview, {
      id: examineRow,
      stepNo: 1,
      opinion: '复核',
      contentHash,
    })
    expect(await watched()).toEqual([await plant.pendingRow(id, 'u2')])
    expect(await row(id, 'u2')).toMatchObject({ dueTime: '2026-12-01 09:40:00' })
    await plant.take('u1', tickets.void, { workId: id, reason: '取消' })
    expect(await watched()).toEqual([])
  })

  it('T16 urged by hand: by those who wait, once in ten minutes, an open step only', async () => {
    const id = await carryOut(plant, 'submitted')
    const heard = told()
    const rowId = await plant.pendingRow(id, 'u2')
    const urge = (who: string) => plant.call(who, reviewStepEndpoints.urge, { id: rowId })
    expect(await urge('u1')).toMatchObject({ success: true, result: { transId: 'T16' } })
    expect(heard).toMatchObject([{ userIds: ['u2'] }])
    expect(await urge('u5')).toMatchObject({ code: 4240, message: expect.stringContaining('刚被催办') })
    plant.at('08:10')
    expect(await urge('u5')).toMatchObject({ success: true })
    expect(await urge('u6')).toMatchObject({ code: 4030 })
    await plant.review(id)
    plant.at('08:30')
    expect(await urge('u1')).toMatchObject({ code: 4240, message: expect.stringContaining('已处理') })
  })

  it('the tab 超时 holds what is late and nothing else', async () => {
    const id = await carryOut(plant, 'submitted')
    const overdue = () =>
      plant.take('u2', workReviewEndpoints.myList, { tab: 'overdue' }).then((page) => page.total)
    expect(await overdue()).toBe(0)
    plant.at('09:01')
    expect(await overdue()).toBe(1)
    expect((await plant.detail(id)).ticket.workStatus).toBe(1)
  })
})

describe('T11 approval', () => {
  it('T11 G03: whose certificate ends within the window as the approver set it keeps the ticket from being approved', async () => {
    const id = await carryOut(plant, 'reviewed')
    await query(`update lo_person_cert set valid_to = '2026-12-01' where user_id = 'u8'`)
    const longer = await plant.examine(id, 'u3', { edit: { planEnd: '2026-12-02 06:00:00' } })
    expect(longer).toMatchObject({ success: true, result: { transId: 'T12', workStatus: 1 } })
    expect(await plant.review(id)).toMatchObject({ success: true })
    const approved = await plant.examine(id)
    expect(failing(approved)).toContain('G03')
    await query(`update lo_person_cert set valid_to = '2026-12-02' where user_id = 'u8'`)
    expect(await plant.examine(id)).toMatchObject({ success: true, result: { transId: 'T11' } })
  })
})

describe('T19 recall', () => {
  it('T19: the approver takes his approval back before anything is locked; the next round starts fresh', async () => {
    const id = await carryOut(plant, 'approved')
    const recall = (who: string, reason = '现场条件变化') =>
      plant.call(who, recallEndpoints.recall, { workId: id, reason })
    expect((await plant.detail(id, 'u3')).events).toContain('recall')
    expect(await recall('u1')).toMatchObject({ success: false, code: 4030 })
    expect(await recall('u8')).toMatchObject({ success: false })
    expect(await recall('u3', ' ')).toMatchObject({ success: false })
    expect(await recall('u3')).toMatchObject({ success: true, result: { transId: 'T19', workStatus: 5 } })
    const { ticket, examines } = await plant.detail(id)
    expect(ticket).toMatchObject({ workStatus: 5, approveStatus: 9, validEnd: null })
    expect(examines).toMatchObject([{ approveStatus: 9, opinion: '撤销批准：现场条件变化' }])
    const [{ n } = { n: -1 }] = await query(`select count(*)::int as n from lo_lock_user where status <> 4`)
    expect(n).toBe(0)
    expect(await plant.take('u1', tickets.submit, { workId: id })).toMatchObject({ transId: 'T09' })
    await plant.review(id)
    expect(await plant.examine(id)).toMatchObject({ result: { workStatus: 4 } })
  })

  it('T19 SAFETY may recall too, but nobody once the isolation has begun', async () => {
    const id = await carryOut(plant, 'approved')
    const bySafety = await plant.call('u12', recallEndpoints.recall, { workId: id, reason: '风向变化' })
    expect(bySafety).toMatchObject({ success: true, result: { transId: 'T19' } })
    expect((await plant.detail(id)).examines).toMatchObject([{ approverId: 'u3', approveStatus: 9 }])
    const begun = await carryOut(plant, 'locked')
    const tooLate = await plant.call('u3', recallEndpoints.recall, { workId: begun, reason: '条件变化' })
    expect(tooLate).toMatchObject({ success: false, code: 4201 })
    expect(await plant.state(begun)).toBe('4/11')
  })
})

describe('T05 withdraw by policy', () => {
  it('T05: after a decision only where the policy allows it', async () => {
    await query(`insert into lo_flow_step (id, flow_id, stage, step_no, role_tag, scope_rule, user_ids, quorum, reject_mode)
      values ('s2', 'demo-flow-iso', 1, 2, 'SAFETY', 'NAMED', '["u12"]', 'ANY', 'RESTART')`)
    const id = await carryOut(plant, 'submitted')
    await plant.review(id, 'u2')
    expect(await plant.call('u1', tickets.withdraw, { workId: id })).toMatchObject({
      success: false,
      code: 4201,
    })
    await query(`update lo_work_type set withdraw_after_decision = 1`)
    expect(await plant.take('u1', tickets.withdraw, { workId: id })).toMatchObject({
      transId: 'T05',
      workStatus: 0,
    })
  })
})

describe('G08 on site', () => {
  const inside = { lng: 121.5, lat: 31.2 }
  const outside = { lng: 121.51, lat: 31.2 }

  it('G08: an on-site step asks for a position inside the area’s fence, or that of the area above', async () => {
    await flowOf('on_site = 1')
    await query(
      `update lo_area set geo_type = 'circle', geo = '{"center": [121.5, 31.2], "radius": 200}' where area_code = 'A01'`,
    )
    const id = await carryOut(plant, 'submitted')
    expect(await plant.review(id, 'u2')).toMatchObject({
      code: 4214,
      message: expect.stringContaining('未取得您的位置'),
    })
    expect(await plant.review(id, 'u2', { onSite: outside })).toMatchObject({
      code: 4214,
      message: expect.stringContaining('乙烯装置'),
    })
    await query(`update lo_area set geo_type = 'polygon', geo = '{"points": [[121.4, 31.1], [121.6, 31.1], [121.6, 31.3]]}'
      where area_code = 'A01A01'`)
    expect(await plant.review(id, 'u2', { onSite: { lng: 121.41, lat: 31.29 } })).toMatchObject({
      success: false,
    })
    expect(await plant.review(id, 'u2', { onSite: inside })).toMatchObject({
      success: true,
      result: { workStatus: 2 },
    })
    const [signed] = await query(`select lng::float8, lat::float8 from lo_work_sign`)
    expect(signed).toMatchObject(inside)
    expect(await plant.examine(id, 'u3')).toMatchObject({ code: 4214 })
    expect(await plant.examine(id, 'u3', { onSite: inside })).toMatchObject({ result: { workStatus: 4 } })
  })

  it('G08: without any fence nobody can be shown to be there', async () => {
    await flowOf('on_site = 1')
    const id = await carryOut(plant, 'submitted')
    expect(await plant.review(id, 'u2', { onSite: inside })).toMatchObject({
      code: 4214,
      message: expect.stringContaining('围栏'),
    })
  })
})

describe('G09 quorum and the flow', () => {
  const three = `scope_rule = 'NAMED', user_ids = '["u2", "u11", "u12"]'`

  it.each([
    ['ALL', ['T06', 'T06', 'T07']],
    ['ANY', ['T07']],
    ['N:2', ['T06', 'T07']],
  ])('G09 %s of three', async (quorum, expected) => {
    await query(`update lo_flow_step set ${three}, quorum = $1 where stage = 1`, [quorum])
    const id = await carryOut(plant, 'submitted')
    const taken: unknown[] = []
    for (const who of ['u2', 'u11', 'u12'].slice(0, expected.length))
      taken.push((await plant.review(id, who)).result.transId)
    expect(taken).toEqual(expected)
    expect(await plant.state(id)).toBe('2/0')
  })

  it('a flow edited meanwhile does not lower the quorum of what is under way', async () => {
    await query(`update lo_flow_step set ${three}, quorum = 'ALL' where stage = 1`)
    const id = await carryOut(plant, 'submitted')
    await query(`update lo_flow_step set quorum = 'ANY' where stage = 1`)
    expect(await plant.review(id, 'u2')).toMatchObject({ result: { transId: 'T06', workStatus: 1 } })
  })

  it('LoFlowStep.condition: a step is asked where it is true, and where it cannot be read', async () => {
    const asked = async (condition: string) => {
      await query(`delete from lo_flow_step where id = 's2'`)
      await query(
        `insert into lo_flow_step (id, flow_id, stage, step_no, role_tag, scope_rule, user_ids, quorum, condition)
        values ('s2', 'demo-flow-iso', 1, 2, 'SAFETY', 'NAMED', '["u12"]', 'ANY', $1)`,
        [condition],
      )
      const id = await carryOut(plant, 'submitted')
      const { reviews } = await plant.detail(id)
      await plant.take('u1', tickets.withdraw, { workId: id })
      return reviews.length
    }
    expect(await asked(`planHours > 4 && workType == '10'`)).toBe(2)
    expect(await asked(`planHours > 9`)).toBe(1)
    expect(await asked(`planHours >`)).toBe(2)
  })

  it('scopeRule SAFETY asks in the departments that supervise the area, and nobody where there are none', async () => {
    await query(`update lo_flow_step set scope_rule = 'SAFETY', role_tag = 'REVIEW' where stage = 1`)
    const id = await carryOut(plant, 'submitted')
    // u11 reviews in the production department: not his to supervise.
    expect((await plant.detail(id)).reviews.map((each) => String(each['reviewerId'])).toSorted()).toEqual([
      'u12',
      'u2',
    ])
    await query(`update lo_depart_area set del_flag = 1 where rel_type = 3`)
    const second = await plant.draft()
    expect(await plant.call('u1', tickets.submit, { workId: second })).toMatchObject({
      success: false,
      code: 4216,
    })
  })

  it('T09 rejectMode RESUME_HERE goes on at the rejecting step while the content is the same', async () => {
    await query(`insert into lo_flow_step (id, flow_id, stage, step_no, role_tag, scope_rule, user_ids, quorum, reject_mode)
      values ('s2', 'demo-flow-iso', 1, 2, 'SAFETY', 'NAMED', '["u12"]', 'ANY', 'RESUME_HERE')`)
    const id = await carryOut(plant, 'submitted')
    await plant.review(id, 'u2')
    await plant.review(id, 'u12', { reviewStatus: 9, reasonCode: '01', opinion: '补充说明' })
    await plant.take('u1', tickets.submit, { workId: id })
    expect(await plant.pendingRow(id, 'u2')).toBe('none')
    expect(await plant.review(id, 'u12')).toMatchObject({ result: { transId: 'T07' } })
  })

  it('T15 G04: whose review of an earlier round still counts does not approve', async () => {
    await query(`insert into lo_flow_step (id, flow_id, stage, step_no, role_tag, scope_rule, user_ids, quorum, reject_mode)
      values ('s2', 'demo-flow-iso', 1, 2, 'SAFETY', 'NAMED', '["u12"]', 'ANY', 'RESUME_HERE')`)
    await query(`insert into sys_user_role (id, user_id, role_id)
      select 'u2-' || role_id, 'u2', role_id from sys_user_role where user_id = 'u3' on conflict do nothing`)
    const id = await carryOut(plant, 'submitted')
    await plant.review(id, 'u2')
    await plant.review(id, 'u12', { reviewStatus: 9, reasonCode: '01', opinion: '补充说明' })
    await plant.take('u1', tickets.submit, { workId: id })
    await plant.review(id, 'u12')
    const handed = await plant.call('u3', examineStepEndpoints.delegate, {
      id: await plant.pendingRow(id, 'u3'),
      toUserId: 'u2',
      reason: '出差',
    })
    expect(handed).toMatchObject({ success: false, message: expect.stringContaining('审核 与 批准') })
  })
})

describe('who may call', () => {
  it('without the permission, from another tenant, or on a ticket one does not see, nothing is answered', async () => {
    const id = await carryOut(plant, 'reviewed')
    const reviewRow = String((await plant.detail(id)).reviews[0]?.['id'])
    const examineRow = await plant.pendingRow(id, 'u3')
    const { contentHash, revision } = (await plant.detail(id)).ticket
    const calls = [
      [reviewStepEndpoints.delegate, { id: reviewRow, toUserId: 'u11' }],
      [reviewStepEndpoints.addSigner, { id: reviewRow, toUserId: 'u11' }],
      [reviewStepEndpoints.urge, { id: reviewRow }],
      [examineStepEndpoints.delegate, { id: examineRow, toUserId: 'u8' }],
      [examineStepEndpoints.addSigner, { id: examineRow, toUserId: 'u8' }],
      [examineStepEndpoints.returnReview, { id: examineRow, stepNo: 1, opinion: '复核', contentHash }],
      [examineStepEndpoints.urge, { id: examineRow }],
      [recallEndpoints.recall, { workId: id, reason: '试' }],
    ] as const
    for (const [endpoint, input] of calls) {
      const body = () => ({ ...input, clientOpId: newUlid() })
      expect(await plant.as('u3', { permissions: new Set() }).post(endpoint.path, body())).toMatchObject({
        code: 510,
      })
      expect(await plant.as('u3', { tenantId: 7 }).post(endpoint.path, body())).toMatchObject({
        success: false,
        message: '未找到对应实体',
      })
      if ('id' in input) {
        const unknown = await plant.as('u3').post(endpoint.path, { ...body(), id: 'nothing' })
        expect(unknown).toMatchObject({ success: false, message: '未找到对应实体' })
      }
    }
    for (const [endpoint, rowId] of [
      [reviewStepEndpoints.signers, reviewRow],
      [examineStepEndpoints.signers, examineRow],
    ] as const)
      expect(await plant.as('u3', { tenantId: 7 }).get(endpoint.path, { id: rowId })).toMatchObject({
        message: '未找到对应实体',
      })
    expect((await plant.detail(id)).ticket.revision).toBe(revision)
    // The same press twice is one urge.
    const press = { id: examineRow, clientOpId: newUlid() }
    const first = await plant.call('u1', examineStepEndpoints.urge, press)
    expect(first).toMatchObject({ success: true })
    expect(await plant.call('u1', examineStepEndpoints.urge, press)).toMatchObject({ result: first.result })
    expect((await plant.call('u3', workExamineEndpoints.myList)).success).toBe(true)
  })
})
