import { workExamineEndpoints, workReviewEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut } from './testing/carry-out.ts'
import { demoDraft } from './testing/demo-draft.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'
import { endsWell } from './testing/ends-well.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

const reject = { reviewStatus: 9, reasonCode: '01', opinion: '安全措施不够具体，请补充' }

describe('SC04 reject, edit, resubmit', () => {
  it('T08 T02 T09: 1→3→0→1 in round 2 with old rows kept, the difference shown, and no approver asked in round 1', async () => {
    const id = await carryOut(plant, 'submitted')
    plant.at('08:05')
    expect(await plant.review(id, 'u2', reject)).toMatchObject({
      success: true,
      result: { workStatus: 3, transId: 'T08' },
    })
    expect(await plant.state(id)).toBe('3/0')
    const rejected = await plant.detail(id)
    expect(rejected.examines).toEqual([])
    const measures = [...(demoDraft().measures ?? []), { content: '动火点 10 米内清除可燃物' }]
    const edited = demoDraft({ id, revision: rejected.ticket.revision, measures })
    await plant.take('u1', tickets.saveDraft, edited)
    expect((await plant.detail(id)).ticket).toMatchObject({ workStatus: 0, round: 2, reviewStatus: 0 })
    expect(await plant.take('u1', tickets.submit, { workId: id })).toMatchObject({ transId: 'T09' })
    const { ticket, reviews, diff } = await plant.detail(id, 'u2')
    expect(ticket).toMatchObject({ workStatus: 1, round: 2, reviewStatus: 1 })
    expect(reviews.map((row) => [row['round'], row['reviewStatus'], row['opinion']])).toEqual([
      [1, 9, '安全措施不够具体，请补充'],
      [2, 1, null],
    ])
    expect(diff).toHaveLength(1)
    expect(diff[0]).toMatchObject({ field: 'measures', label: '安全措施' })
    expect(diff[0]?.new).toContain('动火点 10 米内清除可燃物')
    await plant.review(id)
    expect((await plant.detail(id)).examines.map((row) => row['round'])).toEqual([2])
    await endsWell(plant, id)
  })

  it('T08 asks for an opinion and a known reason', async () => {
    const id = await carryOut(plant, 'submitted')
    for (const wrong of [
      { reviewStatus: 9, reasonCode: '01', opinion: '  ' },
      { reviewStatus: 9, opinion: '不行' },
      { reviewStatus: 9, reasonCode: '77', opinion: '不行' },
    ]) {
      const answer = await plant.review(id, 'u2', wrong)
      expect(answer).toMatchObject({ success: false, code: 4000 })
    }
    expect(await plant.state(id)).toBe('1/0')
  })

  it('T13 an approver who rejects leads to 5, and the next round asks the reviewers again', async () => {
    const id = await carryOut(plant, 'reviewed')
    const no = { approveStatus: 9, reasonCode: '01', opinion: '时间不合适' }
    expect(await plant.examine(id, 'u3', no)).toMatchObject({ result: { workStatus: 5, transId: 'T13' } })
    plant.at('08:30')
    expect(await plant.take('u1', tickets.submit, { workId: id })).toMatchObject({ transId: 'T09' })
    expect((await plant.detail(id)).ticket).toMatchObject({ round: 2, workStatus: 1 })
    expect(
      await plant.world.database.pool
        .query('select count(*)::int as n from lo_point_hold where state = 3')
        .then(({ rows }) => rows[0].n),
    ).toBe(4)
  })
})

describe('SC05 approve with an edit', () => {
  it('T12: a later end is core, so reviews are void and the ticket goes back to 1 with what was changed', async () => {
    const id = await carryOut(plant, 'reviewed')
    const answer = await plant.examine(id, 'u3', { edit: { planEnd: '2026-12-01 19:00:00' } })
    expect(answer).toMatchObject({ success: true, result: { workStatus: 1, transId: 'T12' } })
    const { ticket, reviews, examines, diff } = await plant.detail(id)
    expect(ticket).toMatchObject({ workStatus: 1, round: 2, planEnd: '2026-12-01 19:00:00' })
    expect(reviews.map((row) => [row['round'], row['reviewStatus']])).toEqual([
      [1, 8],
      [2, 1],
    ])
    expect(examines[0]).toMatchObject({
      editDiff: [{ field: 'planEnd', old: '2026-12-01 17:00:00', new: '2026-12-01 19:00:00' }],
    })
    expect(diff).toMatchObject([{ field: 'planEnd', new: '2026-12-01 19:00:00' }])
    // What the reviewers sign now is the edited content.
    expect(await plant.review(id)).toMatchObject({ result: { workStatus: 2 } })
    expect(await plant.examine(id)).toMatchObject({ result: { workStatus: 4 } })
    await endsWell(plant, id)
  })

  it('T12 T11: a raised level alone goes on to approval; a lowered one goes back', async () => {
    const id = await carryOut(plant, 'reviewed')
    expect(await plant.examine(id, 'u3', { edit: { workLevel: '1' } })).toMatchObject({
      result: { workStatus: 4, transId: 'T11' },
    })
    const { ticket, examines } = await plant.detail(id)
    expect(ticket).toMatchObject({ workLevel: '1', workStatus: 4 })
    expect(examines[0]).toMatchObject({ levelRaised: 1, approveStatus: 8 })
    await endsWell(plant, id)
  })

  it('T12 T11: a raised level asks the approvers of its own flow before the ticket is approved', async () => {
    await plant.world.database.pool.query(`
      insert into lo_flow select (jsonb_populate_record(f, '{"id":"strict-flow","flow_code":"STRICT"}')).* from lo_flow f
        where id = 'demo-flow-iso';
      insert into lo_flow_step select (jsonb_populate_record(s, jsonb_build_object('id', 'strict-' || id, 'flow_id', 'strict-flow'))).*
        from lo_flow_step s where flow_id = 'demo-flow-iso';
      insert into lo_flow_step (id, flow_id, stage, step_no, role_tag, scope_rule, quorum, reject_mode)
        values ('strict-more', 'strict-flow', 2, 2, 'SAFETY', 'PLANT', 'ANY', 'RESTART');
      update lo_work_type set flow_id = 'strict-flow' where type_code = '10' and level_code = '1'`)
    const id = await carryOut(plant, 'reviewed')
    expect(await plant.examine(id, 'u3', { edit: { workLevel: '1' } })).toMatchObject({
      result: { workStatus: 2, transId: 'T12' },
    })
    expect(await plant.examine(id, 'u12')).toMatchObject({ result: { workStatus: 4, transId: 'T11' } })
  })

  it('T12 the measures that the raised level demands are on the ticket before it is approved', async () => {
    const demanded = '专项方案已由技术负责人批准'
    await plant.world.database.pool.query(
      `update lo_work_type set measures_tpl = $1 where type_code = '10' and level_code = '1'`,
      [JSON.stringify([{ content: demanded, must: 1, controlRank: 4 }])],
    )
    const id = await carryOut(plant, 'reviewed')
    await plant.examine(id, 'u3', { edit: { workLevel: '1' } })
    const { measures } = await plant.detail(id)
    expect(measures).toContainEqual(expect.objectContaining({ content: demanded, involve: 1 }))
  })

  it('T12 work at height: a lower height is a lower level and goes round again, a greater one is a raise', async () => {
    await plant.world.database.pool.query(`
      insert into lo_work_type select (jsonb_populate_record(t, jsonb_build_object('id', 'height-' || n, 'type_code', '04',
        'level_code', n::text))).* from lo_work_type t, generate_series(1, 4) n where t.id = (select id from lo_work_type
        where type_code = '10' and level_code = '2' limit 1) on conflict do nothing`)
    const reviewed = async () =>
      carryOut(plant, 'reviewed', await plant.draft({ workType: '04', workLevel: '3' }))
    const lower = await plant.examine(await reviewed(), 'u3', { edit: { workLevel: '1' } })
    expect(lower).toMatchObject({ success: true, result: { transId: 'T12', workStatus: 1 } })
    const id = await reviewed()
    const higher = await plant.examine(id, 'u3', { edit: { workLevel: '4' } })
    expect(higher).toMatchObject({ success: true, result: { transId: 'T11', workStatus: 4 } })
    expect((await plant.detail(id)).examines[0]).toMatchObject({ levelRaised: 1 })
  })

  it('T12 an approver changes only what the policy lets him, to a level the plant knows', async () => {
    const id = await carryOut(plant, 'reviewed')
    const unknown = await plant.examine(id, 'u3', { edit: { workLevel: '0' } })
    expect(unknown).toMatchObject({ success: false })
    const notHis = await plant.examine(id, 'u3', { edit: { workName: '别的', place: '别处' } })
    // Fields outside the schema are not read at all: the edit is empty and the plain approval counts.
    expect(notHis).toMatchObject({ success: true, result: { workStatus: 4 } })
    expect((await plant.detail(id)).ticket['place']).toBe('压缩机房 P-101 泵位')
  })

  it('G04: whoever wrote the ticket is asked neither to review nor to approve it', async () => {
    const { pool } = plant.world.database
    await pool.query(`insert into sys_user_role (id, user_id, role_id) values
      ('x-1', 'u1', 'role-APPROVE'), ('x-2', 'u1', 'role-REVIEW')`)
    await pool.query(
      `insert into sys_user_depart (id, user_id, dep_id) values ('x-3', 'u1', 'demo-d10') on conflict do nothing`,
    )
    const id = await plant.draft()
    await pool.query(`update sys_user set status = 2 where id = 'u3'`)
    const alone = await plant.call('u1', tickets.submit, { workId: id })
    expect(alone.message).toContain('角色“批准”')
    await pool.query(`update sys_user set status = 1 where id = 'u3'`)
    await plant.take('u1', tickets.submit, { workId: id })
    await plant.review(id)
    const { reviews, examines } = await plant.detail(id)
    expect(reviews.map((row) => row['reviewerId'])).not.toContain('u1')
    expect(examines.map((row) => row['approverId'])).toEqual(['u3'])
  })
})

describe('decisions', () => {
  it('a signature on an older content is refused with LO-4214', async () => {
    const id = await carryOut(plant, 'submitted')
    const answer = await plant.review(id, 'u2', { contentHash: 'a'.repeat(64) })
    expect(answer).toMatchObject({ success: false, code: 4214 })
    const { rows } = await plant.world.database.pool.query('select count(*)::int as n from lo_work_sign')
    expect(rows[0].n).toBe(0)
  })

  it('a decision without the content it was made on is no decision', async () => {
    const id = await carryOut(plant, 'submitted')
    const answer = await plant.review(id, 'u2', { contentHash: undefined })
    expect(answer).toMatchObject({
      success: false,
      code: 500,
      message: expect.stringContaining('contentHash'),
    })
    expect(await plant.state(id)).toBe('1/0')
  })

  it('the same operation twice is one decision, also when it was a refusal; another one finds the step decided', async () => {
    const id = await carryOut(plant, 'submitted')
    const row = await plant.pendingRow(id, 'u2')
    const { contentHash } = (await plant.detail(id)).ticket
    const refused = {
      id: row,
      reviewStatus: 8,
      contentHash: 'b'.repeat(64),
      clientOpId: newUlid(),
    }
    const first = await plant.call('u2', workReviewEndpoints.decide, refused)
    const repeated = await plant.call('u2', workReviewEndpoints.decide, refused)
    expect(first.code).toBe(4214)
    expect(repeated).toEqual(first)
    const decision = { id: row, reviewStatus: 8, contentHash, clientOpId: newUlid() }
    const taken = await plant.call('u2', workReviewEndpoints.decide, decision)
    expect(taken).toMatchObject({ success: true, result: { workStatus: 2 } })
    expect(await plant.call('u2', workReviewEndpoints.decide, decision)).toEqual(taken)
    const again = await plant.call('u2', workReviewEndpoints.decide, { ...decision, clientOpId: newUlid() })
    expect(again.success).toBe(false)
    const stolen = await plant.call('u3', workReviewEndpoints.decide, decision)
    expect(stolen.message).toContain('操作号已被使用')
    const { reviews } = await plant.detail(id)
    expect(reviews).toHaveLength(1)
  })

  it('T05: after a withdrawal the reviewer finds a state error, and the ticket is the applicant’s again', async () => {
    const id = await carryOut(plant, 'submitted')
    const row = await plant.pendingRow(id, 'u2')
    const { contentHash } = (await plant.detail(id)).ticket
    expect(await plant.call('u6', tickets.withdraw, { workId: id })).toMatchObject({ code: 4030 })
    expect(await plant.take('u1', tickets.withdraw, { workId: id })).toMatchObject({
      transId: 'T05',
      workStatus: 0,
    })
    const late = await plant.call('u2', workReviewEndpoints.decide, {
      id: row,
      reviewStatus: 8,
      contentHash,
    })
    expect(late.success).toBe(false)
    expect(await plant.state(id)).toBe('0/0')
    const { rows } = await plant.world.database.pool.query(
      'select count(*)::int as n from lo_point_hold where state = 3',
    )
    expect(rows[0].n).toBe(0)
  })

  it('T05 T18: once a step is decided a withdrawal is refused, but the applicant may void', async () => {
    const id = await carryOut(plant, 'reviewed')
    expect((await plant.call('u1', tickets.withdraw, { workId: id })).success).toBe(false)
    expect(await plant.take('u1', tickets.void, { workId: id, reason: '检修取消' })).toMatchObject({
      transId: 'T18',
    })
    const { ticket, events } = await plant.detail(id)
    expect(ticket).toMatchObject({ voidFlag: 1, voidReason: '检修取消' })
    expect(events).toEqual([])
    const late = await plant.examine(id)
    expect(late.success).toBe(false)
  })

  it('T18 after approval only PERMIT or SAFETY may void, and nobody once the isolation has begun', async () => {
    const id = await carryOut(plant, 'approved')
    const byAuthor = await plant.call('u1', tickets.void, { workId: id, reason: '不要了' })
    expect(byAuthor).toMatchObject({ success: false, code: 4030 })
    await plant.take('u4', tickets.void, { workId: id, reason: '检修取消' })
    const { rows } = await plant.world.database.pool.query(
      'select count(*)::int as n from lo_lock_user where status <> 4',
    )
    expect(rows[0].n).toBe(0)
    const begun = await carryOut(plant, 'locked')
    const tooLate = await plant.call('u4', tickets.void, { workId: begun, reason: '检修取消' })
    expect(tooLate).toMatchObject({ success: false, code: 4201 })
  })

  it('somebody else’s row, another tenant’s row and no row at all decide nothing', async () => {
    const id = await carryOut(plant, 'submitted')
    const row = await plant.pendingRow(id, 'u2')
    const { contentHash } = (await plant.detail(id)).ticket
    const decision = { id: row, reviewStatus: 8, contentHash, clientOpId: newUlid() }
    const other = await plant.call('u12', workReviewEndpoints.decide, decision)
    expect(other.success).toBe(false)
    const foreign = plant.as('u2', { tenantId: 7 })
    for (const input of [decision, { ...decision, id: 'nothing' }]) {
      const answer = await foreign.post(workReviewEndpoints.decide.path, {
        ...input,
        clientOpId: newUlid(),
      })
      expect(answer).toMatchObject({ success: false, message: '未找到对应实体' })
    }
    const wrongTable = await plant.call('u2', workExamineEndpoints.decide, {
      ...decision,
      approveStatus: 8,
      clientOpId: newUlid(),
    })
    expect(wrongTable.message).toBe('未找到对应实体')
    expect(await plant.state(id)).toBe('1/0')
  })
})

describe('flows of several steps', () => {
  it('T06 T10 G09: each step waits for the one before it, and a step that asks for all waits for all', async () => {
    const { pool } = plant.world.database
    await pool.query(`
      insert into lo_flow_step (id, flow_id, stage, step_no, role_tag, scope_rule, quorum, reject_mode) values
        ('s3', 'demo-flow-iso', 1, 2, 'SAFETY', 'PLANT', 'ALL', 'RESTART'),
        ('s4', 'demo-flow-iso', 2, 2, 'PERMIT', 'PLANT', 'ANY', 'RESTART');`)
    const id = await carryOut(plant, 'submitted')
    expect(await plant.pendingRow(id, 'u12')).toBe('none')
    expect(await plant.review(id, 'u2')).toMatchObject({ result: { workStatus: 1, transId: 'T06' } })
    expect(await plant.review(id, 'u12')).toMatchObject({ result: { workStatus: 1, transId: 'T06' } })
    expect(await plant.review(id, 'u2')).toMatchObject({ result: { workStatus: 2, transId: 'T07' } })
    expect(await plant.pendingRow(id, 'u4')).toBe('none')
    expect(await plant.examine(id, 'u3')).toMatchObject({ result: { workStatus: 2, transId: 'T10' } })
    expect(await plant.examine(id, 'u4')).toMatchObject({ result: { workStatus: 4, transId: 'T11' } })
  })

  it('T12: an edit that is not core in a first step is what the next step signs', async () => {
    await plant.world.database.pool.query(`insert into lo_flow_step
      (id, flow_id, stage, step_no, role_tag, scope_rule, quorum, reject_mode)
      values ('s4', 'demo-flow-iso', 2, 2, 'PERMIT', 'PLANT', 'ANY', 'RESTART')`)
    const id = await carryOut(plant, 'reviewed')
    const seen = (await plant.detail(id)).ticket['contentHash']
    expect(await plant.examine(id, 'u3', { edit: { workLevel: '1' } })).toMatchObject({
      result: { workStatus: 2, transId: 'T12' },
    })
    expect((await plant.detail(id)).ticket['contentHash']).not.toBe(seen)
    expect(await plant.examine(id, 'u4', { contentHash: seen })).toMatchObject({ code: 4214 })
    expect(await plant.examine(id, 'u4')).toMatchObject({ result: { workStatus: 4 } })
  })
})

describe('§6.2 several reviews of low risk at once', () => {
  const submitted = async (changes: Parameters<TicketWorld['draft']>[0]) => {
    const workId = await plant.draft(changes)
    await plant.take('u1', tickets.submit, { workId })
    return workId
  }
  const on = (day: string) => ({ planStart: `${day} 09:00:00`, planEnd: `${day} 17:00:00` })
  const rowOf = async (workId: string) => ({
    id: await plant.pendingRow(workId, 'u2'),
    clientOpId: newUlid(),
    contentHash: (await plant.detail(workId)).ticket['contentHash'],
  })

  it('T07: each is adopted by its own rules; a refused one says why, stays as it was and holds up no other', async () => {
    plant.at('08:00')
    const first = await submitted({})
    const stale = await submitted(on('2026-12-03'))
    const high = await submitted({ workLevel: '1', ...on('2026-12-05') })
    const last = await submitted(on('2026-12-07'))
    const rows = [
      await rowOf(first),
      { ...(await rowOf(stale)), contentHash: 'read before it was changed' },
      await rowOf(high),
      await rowOf(last),
    ]
    const send = () => plant.take('u2', workReviewEndpoints.adoptMany, { rows, opinion: '同意' })
    const results = await send()
    expect(results.map((each) => each.adopted)).toEqual([true, false, false, true])
    expect(results[1]?.rules).toMatchObject([{ id: 'G08', pass: false }])
    expect(results[1]?.reason).not.toBe('')
    expect(results[2]).toMatchObject({ reason: '特级、一级和不分级的作业须逐张打开审核', rules: [] })
    const states = () => Promise.all([first, stale, high, last].map((id) => plant.state(id)))
    expect(await states()).toEqual(['2/0', '1/0', '1/0', '2/0'])
    expect((await plant.detail(first)).reviews).toMatchObject([{ reviewStatus: 8, opinion: '同意' }])

    // The same press again, after a lost answer: nothing is signed twice.
    expect((await send()).map((each) => each.adopted)).toEqual([true, false, false, true])
    expect((await plant.detail(first)).reviews).toHaveLength(1)
    for (const id of [first, stale, high, last]) await endsWell(plant, id)
  })

  it('a step pressed again after a lost answer is the same press, with whatever opinion; its words of then stand', async () => {
    plant.at('08:00')
    const id = await submitted({})
    const row = await rowOf(id)
    const press = (opinion: string, rows = [row]) =>
      plant.take('u2', workReviewEndpoints.adoptMany, { rows, opinion })
    expect(await press('同意')).toMatchObject([{ adopted: true }])
    expect(await press('同意，请注意通风')).toMatchObject([{ adopted: true, reason: '' }])
    const { reviews } = await plant.detail(id)
    expect(reviews).toMatchObject([{ reviewStatus: 8, opinion: '同意' }])
    // Another step under the same number is another press, and refused.
    const other = await submitted(on('2026-12-03'))
    const foreign = { ...(await rowOf(other)), clientOpId: row.clientOpId }
    expect(await press('同意', [foreign])).toMatchObject([{ adopted: false }])
    expect(await plant.state(other)).toBe('1/0')
    await endsWell(plant, id)
  })

  it('G08: a step that waits for somebody else is not adopted, and one that is gone is named', async () => {
    const id = await carryOut(plant, 'submitted')
    const rows = [await rowOf(id), { id: 'nowhere', clientOpId: newUlid(), contentHash: '' }]
    const results = await plant.take('u12', workReviewEndpoints.adoptMany, { rows })
    expect(results).toMatchObject([
      { adopted: false },
      { adopted: false, reason: '这一步已不存在，请刷新列表' },
    ])
    expect(await plant.state(id)).toBe('1/0')
  })

  it('asks for the right to decide', async () => {
    const id = await carryOut(plant, 'submitted')
    const client = plant.as('u2', { permissions: new Set(['lo:review:list']) })
    const answer = await client.post(workReviewEndpoints.adoptMany.path, { rows: [await rowOf(id)] })
    expect(answer).toMatchObject({ success: false })
    expect(await plant.state(id)).toBe('1/0')
  })
})
