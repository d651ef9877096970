import { procedure, procedureEndpoints as calls, workTicketEndpoints as tickets } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTicketWorld, type TicketWorld } from '../work-tickets/testing/ticket-world.ts'
import { procedures } from './index.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({ features: [{ name: 'procedures', mount: procedures }] })
})
afterEach(() => plant[Symbol.asyncDispose]())

const steps = [
  { kind: '1', text: '停泵，确认转速为零' },
  { kind: '2', pointId: 'demo-pt1', text: '断开 Q1' },
  { kind: '3', pointId: 'demo-pt1', text: '上锁挂牌' },
  { kind: '3', pointId: 'demo-pt2', text: '关闭并锁住进口阀' },
  { kind: '5', text: '就地试启动，确认不能启动' },
  { kind: '6', text: '按相反顺序恢复' },
]
const draft = {
  procName: 'P-101 更换机械密封',
  equipId: 'demo-p101',
  workType: '10',
  workLevel: '2',
  content: '更换机械密封并检查轴承',
  hazards: '04,05',
  steps,
  measures: [{ content: '确认设备已停运并与系统隔离', must: 1, controlRank: 3 }],
  gasPlaces: [{ place: '泵坑', layered: 1 }],
  people: [
    { roleTag: 'LEAD', count: 1 },
    { roleTag: 'WORK', count: 2 },
  ],
}

const newest = async (): Promise<string> => {
  const { rows } = await plant.world.database.pool.query<{ id: string }>(
    'select id from lo_procedure where del_flag = 0 order by version_no desc limit 1',
  )
  return rows[0]?.id ?? ''
}
const written = async (changes: object = {}): Promise<string> => {
  const answer = await plant.as('u1').post(`${procedure.path}/add`, { ...draft, ...changes })
  expect(answer).toMatchObject({ success: true })
  return newest()
}
const effective = async (changes: object = {}): Promise<string> => {
  const id = await written(changes)
  await plant.take('u12', calls.publish, { id })
  return id
}
const row = async (id: string) =>
  (await plant.as('u1').get<Record<string, unknown>>(`${procedure.path}/queryById`, { id })).result
const begin = (id: string, who = 'u1') =>
  plant.call(who, tickets.fromTemplate, { kind: 'procedure', templateId: id })

describe('energy control procedures', () => {
  it('T01: a ticket begins with the points, measures, places of gas and people of the effective version, and remembers it', async () => {
    const id = await effective()
    const [choice] = await plant.take('u1', tickets.templates)
    expect(choice).toMatchObject({ kind: 'procedure', id, versionNo: 1, refusal: null })
    const { ticket, points, measures } = await plant.take('u1', tickets.fromTemplate, {
      kind: 'procedure',
      templateId: id,
    })
    expect(ticket).toMatchObject({
      workName: draft.procName,
      procedureId: id,
      procedureVersion: 1,
      procedureName: draft.procName,
      procedurePeople: draft.people,
      equipIds: ['demo-p101'],
      hazards: '04,05',
      needIsolation: 1,
    })
    expect(points.map((point) => point.pointId)).toEqual(['demo-pt1', 'demo-pt2'])
    expect(measures.map(({ content }) => content)).toContain(draft.measures[0]?.content)
    expect(ticket.gasPlaces?.map(({ level }) => level)).toEqual(['上', '中', '下'])
  })

  it('a version that was effective stays as it is; a revision is a new draft, and making it effective ends the other', async () => {
    const first = await effective()
    const changed = await plant.as('u1').post(`${procedure.path}/edit`, { id: first, content: '另一种做法' })
    expect(changed.message).toContain('修订')
    const removed = await plant.as('u12').delete(`${procedure.path}/delete`, { id: first })
    expect(removed.message).toContain('须保留')
    const { id: second } = await plant.take('u1', calls.revise, { id: first })
    expect(await row(second)).toMatchObject({ versionNo: 2, status: 0, steps, effectTime: null })
    expect((await plant.call('u1', calls.revise, { id: first })).message).toContain('已有第 2 版草稿')
    expect((await begin(second)).message).toContain('草稿')
    await plant.as('u1').post(`${procedure.path}/edit`, { id: second, content: '另一种做法' })
    await plant.take('u12', calls.publish, { id: second })
    expect(await row(first)).toMatchObject({ status: 2, content: draft.content })
    expect(await row(second)).toMatchObject({ status: 1, content: '另一种做法' })
    expect((await begin(first)).message).toContain('已停用')
    expect((await begin(second)).success).toBe(true)
  })

  it.each([
    ['no steps', { steps: [] }, '还没有步骤'],
    ['a lock at no point', { steps: [{ kind: '3', text: '上锁' }] }, '没有选择隔离点'],
    [
      'a point that the plant has no more',
      { steps: [{ kind: '2', pointId: 'gone', text: '断开' }, steps[4]] },
      '已删除',
    ],
  ])('with %s is not made effective', async (_, changes, why) => {
    const id = await written(changes)
    expect((await plant.call('u12', calls.publish, { id })).message).toContain(why)
    expect(await row(id)).toMatchObject({ status: 0 })
  })

  it('no ticket begins with one whose yearly inspection is overdue, and does again when it was inspected', async () => {
    const id = await effective()
    await plant.world.database.pool.query(
      `update lo_procedure set next_inspect = date '2020-01-01' where id = $1`,
      [id],
    )
    expect((await plant.take('u1', tickets.templates))[0]?.refusal).toContain('已逾期')
    expect((await begin(id)).message).toContain('已逾期')
    await plant.take('u12', calls.inspect, { id, result: 1 })
    expect(await row(id)).toMatchObject({ inspectResult: 1, inspectBy: 'u12' })
    expect((await begin(id)).success).toBe(true)
  })

  it('is inspected by somebody else than who works by it; what is found wrong blocks it or ends it', async () => {
    const id = await effective()
    const { ticket } = await plant.take('u1', tickets.fromTemplate, { kind: 'procedure', templateId: id })
    await plant.world.database.pool.query(`update lo_work set leader_id = 'u12' where id = $1`, [ticket.id])
    expect((await plant.call('u12', calls.inspect, { id, result: 1 })).message).toContain('请另请他人')
    await plant.world.database.pool.query(`update lo_work set leader_id = null where id = $1`, [ticket.id])
    expect((await plant.call('u12', calls.inspect, { id, result: 2 })).message).toContain('写明')
    await plant.take('u12', calls.inspect, { id, result: 2, note: 'V-101 已改为双阀' })
    expect((await begin(id)).message).toContain('需修订')
    await plant.take('u12', calls.inspect, { id, result: 3, note: '设备已拆除' })
    expect((await begin(id)).message).toContain('已停用')
    const { rows } = await plant.world.database.pool.query(
      `select procedure_id from lo_equip where id = 'demo-p101'`,
    )
    expect(rows[0]).toEqual({ procedure_id: null })
  })

  it('another tenant has none of it', async () => {
    const id = await effective()
    const stranger = plant.as('u1', { tenantId: 9 })
    expect((await stranger.get(tickets.templates.path)).result).toEqual([])
    for (const { path } of [calls.publish, calls.revise, calls.inspect])
      expect((await stranger.post(path, { id, result: 1 })).success).toBe(false)
    expect(
      (
        await stranger.post(tickets.fromTemplate.path, {
          kind: 'procedure',
          templateId: id,
          clientOpId: '01HZX7K9Q2M3N4P5R6S7T8V9WX',
        })
      ).success,
    ).toBe(false)
  })

  it('a crew is found again by the last ticket of the same procedure, of the same person alone', async () => {
    const id = await effective()
    const before = await plant.draft()
    const { ticket } = await plant.take('u1', tickets.fromTemplate, { kind: 'procedure', templateId: id })
    expect(await plant.take('u1', tickets.lastOfSame, { id: ticket.id })).toMatchObject({ id: before })
    await plant.world.database.pool.query(
      `update lo_work set applicant_id = 'u2', leader_id = 'u2' where id = $1`,
      [before],
    )
    expect(await plant.take('u1', tickets.lastOfSame, { id: ticket.id })).toBeNull()
  })
})
