import {
  boardEndpoints,
  reviewStepEndpoints,
  turnEndpoints,
  workTicketEndpoints as tickets,
  type TicketTurn,
} from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut, steps } from '../testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from '../testing/ticket-world.ts'

/** Every role may do what the calls of the field ask; what a person may do on a ticket is what is tested. */
const codes = ['list', 'allList', 'submit', 'isolate', 'verify', 'run', 'execute', 'accept', 'extend', 'add']
const grants = `
  insert into sys_permission (id, parent_id, name, menu_type, perms, sort_no, is_leaf)
  values ('p-field', '', '现场', 2, '${codes.map((code) => `lo:work:${code}`).join(',')},lo:review:decide,lo:examine:decide,lo:lock:readState', 1, true);
  insert into sys_role_permission (id, role_id, permission_id)
  select 'g-' || id, id, 'p-field' from sys_role where id like 'role-%'`

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({ prepare: grants })
})
afterEach(() => plant[Symbol.asyncDispose]())

const turn = (id: string, who = 'u5'): Promise<TicketTurn> => plant.take(who, turnEndpoints.ofTicket, { id })
const lines = ({ steps: all }: TicketTurn): string[] =>
  all
    .filter(({ isOwnWay }) => !isOwnWay)
    .map(({ text, who, missing }) =>
      [text, who.map(({ name }) => name).join('、'), missing.map(({ id }) => id).join(',')].join('|'),
    )

describe('whose turn it is', () => {
  it('follows a ticket from its draft to its end, naming at each step those who can take it', async () => {
    const id = await plant.draft()
    expect(lines(await turn(id, 'u1'))).toEqual(['提交工作票|张签|'])
    expect((await turn(id, 'u1')).mine?.act).toBe('submit')
    await steps.submitted(plant, id)
    expect(lines(await turn(id))).toEqual(['审核工作票|李审|'])
    await steps.reviewed(plant, id)
    expect(lines(await turn(id))).toEqual(['审批工作票|王批|'])
    await steps.approved(plant, id)
    expect(lines(await turn(id))).toEqual(['开始隔离|赵值、郑隔|'])
    expect((await turn(id)).since).toBe('2026-12-01 08:20:00')
    await steps.isolating(plant, id)
    expect(lines(await turn(id, 'u9'))).toEqual(['Q1 操作到位|郑隔|'])
    expect((await turn(id, 'u9')).mine).toMatchObject({ act: 'pointOperate', pointId: 'demo-pt1' })
    expect((await turn(id)).mine).toBeNull()
    await steps.locked(plant, id)
    plant.at('08:52')
    expect(lines(await turn(id))).toHaveLength(4)
    expect(lines(await turn(id))[0]).toBe('Q1 零能量验证|冯验|')
    await steps.verified(plant, id)
    expect(lines(await turn(id))).toContain('安全交底（孙作、周作）|钱工、赵值|')
    expect(lines(await turn(id)).at(-1)).toMatch(/^申请开工\|钱工\|G10,G13,/)
    await steps.ready(plant, id)
    plant.at('09:00')
    expect(lines(await turn(id))).toEqual(['申请开工|钱工|'])
    await plant.take('u5', tickets.start, { workId: id })
    // The permitter whom no ticket names: he holds the post for the territory.
    expect(lines(await turn(id))).toEqual(['确认开工|赵值|'])
    expect((await turn(id, 'u4')).mine).toMatchObject({
      act: 'start',
      signature: 'confirm',
      text: '确认开工',
    })
    expect((await turn(id)).mine).toBeNull()
  })

  it('waits since the step came to him, however often he was urged', async () => {
    const id = await plant.draft()
    await steps.submitted(plant, id)
    const { since } = await turn(id, 'u2')
    const { reviews } = await plant.take('u1', tickets.detail, { id })
    plant.at('08:09')
    await plant.take('u1', reviewStepEndpoints.urge, { id: reviews[0]?.id ?? '' })
    expect((await turn(id, 'u2')).since).toBe(since)
  })

  it('is the permitter’s as soon as isolation may begin, though nobody named him and nobody asked yet', async () => {
    const id = await carryOut(plant, 'approved')
    const [first] = await plant.take('u4', turnEndpoints.mine)
    expect([first?.workId, first?.mine?.text]).toEqual([id, '开始隔离'])
    expect(await plant.take('u12', turnEndpoints.mine)).toEqual([])
    // What the home page asks of him stands under 待办 of his tickets too.
    expect((await plant.take('u4', tickets.myList, { tab: 'todo' })).records.map((row) => row.id)).toEqual([
      id,
    ])
    expect((await plant.take('u12', tickets.myList, { tab: 'todo' })).total).toBe(0)
  })

  describe('of somebody whom no ticket names', () => {
    /** Ids that each of the three places names to him: the home page, 待办 of his tickets, 我的待办 of the board. */
    const told = async (who: string) => ({
      home: (await plant.take(who, turnEndpoints.mine)).map(({ workId }) => workId),
      list: (await plant.take(who, tickets.myList, { tab: 'todo' })).records.map((row) => row.id),
      board: (await plant.take(who, boardEndpoints.todo, {})).map(({ workId }) => workId),
    })
    const everywhere = (...ids: string[]) => ({ home: ids, list: ids, board: ids })
    const rule = (column: string, value: string) =>
      plant.world.database.pool.query(`
        insert into sys_permission (id, name, menu_type, perms, parent_id) values ('m-all', '全部', 1, null, ''),
          ('p-all', '全部', 2, 'lo:work:allList', 'm-all');
        insert into sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value, status)
          values ('r-all', 'p-all', '范围', '${column}', '=', '${value}', '1');
        insert into sys_role_permission (id, role_id, permission_id, data_rule_ids) values ('g-all', 'role-PERMIT', 'p-all', 'r-all')`)

    it('is told of nowhere, and nobody waits for him, where his data rules keep the ticket from him', async () => {
      const id = await carryOut(plant, 'approved')
      await rule('areaCode', 'Z99')
      expect(await told('u4')).toEqual(everywhere())
      expect(await plant.call('u4', tickets.detail, { id })).toMatchObject({ message: '未找到对应实体' })
      expect(lines(await turn(id))).toEqual(['开始隔离|郑隔|'])
    })

    it('is told everywhere of the territory that he answers for, whatever his data rules say', async () => {
      const id = await carryOut(plant, 'approved')
      await rule('areaCode', 'Z99')
      await plant.world.database.pool.query(`update lo_area set manager_id = 'u4'
        where area_code = (select area_code from lo_work where id = '${id}')`)
      expect(await told('u4')).toEqual(everywhere(id))
      expect(lines(await turn(id))).toEqual(['开始隔离|赵值、郑隔|'])
    })

    it('is kept from nobody else by a data rule of his that is broken', async () => {
      const id = await carryOut(plant, 'approved')
      await rule('noSuchColumn', '1')
      expect(lines(await turn(id))).toEqual(['开始隔离|郑隔|'])
      expect((await told('u9')).home).toEqual([id])
      expect(await told('u4')).toEqual(everywhere())
    })

    it('is told of a territory without a permitter of its own, which the plant’s permit', async () => {
      const id = await carryOut(plant, 'approved')
      await plant.world.database.pool
        .query(`insert into sys_depart (id, depart_name, org_code, tenant_id, parent_id)
        values ('d-far', '远处车间', 'Z01', (select tenant_id from lo_work where id = '${id}'), '');
        update lo_work set territory_depart_id = 'd-far' where id = '${id}'`)
      expect(lines(await turn(id))).toEqual(['开始隔离|赵值、郑隔|'])
      expect(await told('u4')).toEqual(everywhere(id))
    })
  })

  it('is the first thing that a person finds of all his tickets, and the permitter finds it though nobody named him', async () => {
    const id = await carryOut(plant, 'ready')
    plant.at('09:00')
    const mine = async (who: string) =>
      (await plant.take(who, turnEndpoints.mine)).map((each) => [each.workId, each.mine?.text ?? null])
    expect(await mine('u5')).toEqual([[id, '申请开工']])
    expect(await mine('u4')).toEqual([])
    expect(await mine('u12')).toEqual([])
    await plant.take('u5', tickets.start, { workId: id })
    expect(await mine('u4')).toEqual([[id, '确认开工']])
    // The board says the same: nobody has named him on the ticket, he holds the post.
    expect(await plant.take('u4', boardEndpoints.todo, {})).toMatchObject([
      { kind: 'turn', workId: id, title: '确认开工（离心泵 P-101 检修）', turn: 'start.confirm' },
    ])
    expect((await plant.take('u4', tickets.myList, { tab: 'todo' })).records.map((row) => row.id)).toEqual([
      id,
    ])
    expect(await mine('u5')).toEqual([[id, null]])
  })

  it('tells each whose turn it has become what to do, once, and others what has happened', async () => {
    const titles = async (who: string) => {
      const { rows } = await plant.world.database.pool.query<{ titile: string }>(
        `select a.titile from sys_announcement a join sys_announcement_send s on s.annt_id = a.id
        where s.user_id = $1 order by a.send_time, a.titile`,
        [who],
      )
      return rows.map(({ titile }) => titile)
    }
    const told = async (who: string, ...expected: string[]) => {
      await expect.poll(() => titles(who), { timeout: 20_000 }).toEqual(expected)
    }
    const id = await carryOut(plant, 'approved')
    await told('u2', '请您审核：离心泵 P-101 检修')
    await told('u12', '已提交审核：离心泵 P-101 检修')
    await told('u3', '请您审批：离心泵 P-101 检修')
    await told('u1', '已批准：离心泵 P-101 检修')
    await told('u6', '已批准：离心泵 P-101 检修')
    // Whoever is asked for a step is led to it.
    const { rows: links } = await plant.world.database.pool.query<{ titile: string; openPage: string }>(
      `select titile, open_page as "openPage" from sys_announcement where titile like '请您审%' order by titile`,
    )
    expect(links).toEqual([
      { titile: '请您审批：离心泵 P-101 检修', openPage: `/isps/loWorkView/${id}?turn=approve` },
      { titile: '请您审核：离心泵 P-101 检修', openPage: `/isps/loWorkView/${id}?turn=reviewPass` },
    ])
    await told('u9', '请您开始隔离：离心泵 P-101 检修')
    await told('u4', '请您开始隔离：离心泵 P-101 检修')
    await steps.isolating(plant, id)
    await told('u9', '请您开始隔离：离心泵 P-101 检修', '请您隔离上锁：离心泵 P-101 检修')
    await steps.locked(plant, id)
    plant.at('08:52')
    await steps.verified(plant, id)
    await steps.ready(plant, id)
    plant.at('09:00')
    await plant.take('u5', tickets.start, { workId: id })
    // The permitter whom nobody named is told at his step.
    await expect.poll(() => titles('u4'), { timeout: 20_000 }).toContain('请您确认开工：离心泵 P-101 检修')
    expect((await titles('u9')).filter((title) => title.startsWith('请您隔离上锁'))).toHaveLength(1)
  })

  it('tells the applicant why and by whom a ticket was rejected, and the next reviewers what was done about it', async () => {
    const id = await carryOut(plant, 'submitted')
    const opinion = '泵坑没有气体检测点'
    expect(await plant.review(id, 'u2', { reviewStatus: 9, reasonCode: '01', opinion })).toMatchObject({
      success: true,
    })
    const { rows } = await plant.world.database.pool.query<{ titile: string; msg_content: string }>(
      `select a.titile, a.msg_content from sys_announcement a join sys_announcement_send s on s.annt_id = a.id
      where s.user_id = 'u1'`,
    )
    expect(rows.map(({ titile }) => titile)).toEqual(['审核被驳回：离心泵 P-101 检修'])
    expect(rows[0]?.msg_content).toContain(`李审 驳回：【措施不全】${opinion}`)
    const rejected = { stage: 'review', person: '李审', reason: '措施不全', opinion, isUnchanged: true }
    expect((await plant.detail(id)).rejection).toMatchObject(rejected)
    expect((await turn(id, 'u1')).mine?.act).toBe('submit')
    await plant.take('u1', tickets.submit, { workId: id, answer: '已与车间确认，泵坑为敞开式' })
    const { rejection, diff } = await plant.detail(id)
    expect(rejection).toBeNull()
    expect(diff).toEqual([
      { field: 'answer', label: '对驳回意见的说明', old: null, new: '已与车间确认，泵坑为敞开式' },
    ])
  })

  it('leaves out whoever may not make the call, and masks telephones of others', async () => {
    const id = await carryOut(plant, 'approved')
    await plant.world.database.pool.query(`
      update sys_user set phone = '13900001234' where id = 'u4';
      delete from sys_role_permission where role_id = 'role-ISO'`)
    const seen = await plant
      .as('u6', { permissions: new Set(['lo:work:list']) })
      .get<TicketTurn>(turnEndpoints.ofTicket.path, { id })
    expect(seen.result.steps[0]?.who).toEqual([
      { userId: 'u4', name: '赵值', phone: expect.stringContaining('*'), isMe: false },
    ])
  })

  it('is told to nobody who may not see the ticket', async () => {
    const id = await carryOut(plant, 'approved')
    const stranger = plant.as('u13', { permissions: new Set(['lo:work:list']) })
    expect(await stranger.get(turnEndpoints.ofTicket.path, { id })).toMatchObject({
      success: false,
      message: '未找到对应实体',
    })
  })
})
