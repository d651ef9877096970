import { workTicketEndpoints as tickets } from '@suoan/contract'
import { readSheet } from '@suoan/platform/resource/testing/read-sheet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carryOut } from './testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
const ids: Record<string, string> = {}
beforeAll(async () => {
  plant = await createTicketWorld()
  ids['working'] = await carryOut(plant, 'working')
  ids['draft'] = await plant.draft({ workName: '清罐', people: [] })
  plant.at('07:50')
  ids['submitted'] = await plant.draft({
    planStart: '2026-12-02 09:00:00',
    planEnd: '2026-12-02 10:00:00',
    needIsolation: 0,
  })
  ids['void'] = await plant.draft()
  await plant.take('u1', tickets.void, { workId: ids['void'], reason: '不做' })
  await plant.world.database.pool.query(
    `update lo_work set work_status = 1, review_status = 1 where id = $1`,
    [ids['submitted']],
  )
})
afterAll(() => plant[Symbol.asyncDispose]())

const mine = async (who: string, query: object) =>
  (await plant.take(who, tickets.myList, query)).records.map((row) => row.id).toSorted()
const named = (...names: string[]) => names.map((name) => String(ids[name])).toSorted()

describe('ticket lists', () => {
  it.each([
    ['draft', ['draft']],
    ['review', ['submitted']],
    ['execution', ['working']],
    ['done', ['void']],
    ['expired', []],
    ['all', ['draft', 'submitted', 'working', 'void']],
  ] as const)('the tab %s of the author', async (tab, expected) => {
    expect(await mine('u1', { tab })).toEqual(named(...expected))
  })

  it('todo shows the author his drafts and the crew their running ticket', async () => {
    expect(await mine('u1', { tab: 'todo' })).toEqual(named('draft'))
    expect(await mine('u6', { tab: 'todo' })).toEqual(named('working'))
    expect(await mine('u12', { tab: 'all' })).toEqual([])
  })

  it('an unknown status is an empty page, SQL in its place a parameter error (§9.1)', async () => {
    expect(await plant.take('u1', tickets.allList, { workStatus: 99 })).toMatchObject({
      total: 0,
      records: [],
    })
    const hostile = await plant.call('u1', tickets.allList, { workStatus: '4 or 1=1' })
    expect(hostile.success).toBe(false)
    expect(hostile.message).not.toMatch(/sql|select|syntax/i)
    const several = await plant.take('u1', tickets.allList, { workStatus: '0,20' })
    expect(several.total).toBeGreaterThan(0)
    const badTab = await plant.call('u1', tickets.allList, { tab: 'everything' })
    expect(badTab.success).toBe(false)
  })

  it('rows carry texts of dictionaries and names', async () => {
    const { records } = await plant.take('u1', tickets.allList, { tab: 'execution' })
    expect(records[0]).toMatchObject({ leaderId_dictText: '钱工', areaId_dictText: '压缩机房' })
  })

  it('rows say how far the points are, when gas is due and what is still asked', async () => {
    await plant.world.database.pool.query(
      `insert into lo_timer (id, tenant_id, kind, subject_id, key, due_time, data)
        select 'gas-due', tenant_id, 'ticket.gasDue', id, 'over', '2026-12-01 12:00:00+08', '{}' from lo_work where id = $1
        on conflict (tenant_id, kind, subject_id, key) do update set due_time = excluded.due_time`,
      [ids['working']],
    )
    const rows = (await plant.take('u1', tickets.allList, { tab: 'all' })).records
    const of = (name: string) => rows.find(({ id }) => id === ids[name])?.progress
    const points = (await plant.detail(String(ids['working']))).points.length
    expect(of('working')).toEqual({
      total: points,
      verified: points,
      restored: 0,
      gasDue: '2026-12-01 12:00:00',
      openQuestions: 0,
    })
    expect(of('submitted')).toMatchObject({ gasDue: null, openQuestions: 0 })
  })

  it('the sheet of reviews holds what its tab shows', async () => {
    const reviewer = plant.as('u2', { permissions: new Set(['lo:review:list', 'lo:review:export']) })
    const { work_no: workNo } = (
      await plant.world.database.pool.query<{ work_no: string }>(
        'select work_no from lo_work where id = $1',
        [ids['working']],
      )
    ).rows[0] ?? { work_no: '' }
    const sheet = async (query: Record<string, string>) => {
      const { rawPayload } = await reviewer.raw('GET', '/loworkreview/loWorkReview/exportXls', { query })
      return JSON.stringify(await readSheet(rawPayload))
    }
    expect(await sheet({ tab: 'done' })).toContain(workNo)
    expect(await sheet({ tab: 'pending' })).not.toContain(workNo)
  })

  it('the list holds every ticket for who may list all, and his own for everybody else', async () => {
    const worker = plant.as('u6', { permissions: new Set(['lo:work:list']) })
    const list = (client: typeof worker) =>
      client.get<{ records: { id: string }[] }>('/lowork/loWork/list').then(({ result }) => result.records)
    expect((await list(worker)).map((row) => row.id).toSorted()).toEqual(
      named('working', 'submitted', 'void'),
    )
    expect(await list(plant.as('u12'))).toHaveLength(4)
    const refused = await plant.as('u1').post('/lowork/loWork/add', { workName: '直接写入' })
    expect(refused.success).toBe(false)
    const decisions = await plant.as('u2').get('/loworkreview/loWorkReview/list')
    expect(decisions).toMatchObject({ result: { total: 1 } })
    const none = plant.as('u6', { permissions: new Set(['lo:review:list']) })
    expect(await none.get('/loworkreview/loWorkReview/list')).toMatchObject({ result: { total: 0 } })
  })

  it('a sheet holds what the tab shows, of all tickets for who may list all of them and of no others', async () => {
    const exported = async (permissions: readonly string[], query: Record<string, string>) => {
      const client = plant.as('u6', { permissions: new Set([...permissions, 'lo:work:export']) })
      const { rawPayload } = await client.raw('GET', '/lowork/loWork/exportXls', { query })
      const text = JSON.stringify(await readSheet(rawPayload))
      return Object.keys(ids)
        .filter((name) => text.includes(numbers[name] ?? 'none'))
        .toSorted()
    }
    const numbers: Record<string, string> = {}
    const { rows } = await plant.world.database.pool.query<{ id: string; work_no: string }>(
      'select id, work_no from lo_work',
    )
    for (const [name, id] of Object.entries(ids))
      numbers[name] = rows.find((row) => row.id === id)?.work_no ?? 'none'
    expect(await exported(['lo:work:allList'], { tab: 'all' })).toEqual([
      'draft',
      'submitted',
      'void',
      'working',
    ])
    expect(await exported(['lo:work:allList'], { tab: 'execution' })).toEqual(['working'])
    expect(await exported(['lo:work:allList'], { whose: 'mine', tab: 'todo' })).toEqual(['working'])
    expect(await exported(['lo:work:list'], { tab: 'done' })).toEqual(['void'])
    expect(await exported([], { tab: 'all' })).toEqual(['submitted', 'void', 'working'])
  })

  it('data rules cut the list of all and the detail of strangers, never of people named on the ticket', async () => {
    const { pool } = plant.world.database
    await pool.query(`insert into sys_permission (id, name, menu_type, perms, parent_id) values
      ('m1', '工作票', 1, null, ''), ('p1', '列表', 2, 'lo:work:list', 'm1')`)
    await pool.query(`insert into sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions,
      rule_value, status) values ('r1', 'p1', '本部门', 'sysOrgCode', '=', '#{sys_org_code}', '1')`)
    await pool.query(`insert into sys_role_permission (id, role_id, permission_id, data_rule_ids)
      values ('rp1', 'role-KEEPER', 'p1', 'r1')`)
    const keeper = plant.as('u11')
    const list = '/lowork/loWork/list'
    expect(await plant.as('u1').get(list)).toMatchObject({ result: { total: 4 } })
    for (const path of [tickets.allList.path, list, `${list}?whose=all&tab=all&sysOrgCode=*`])
      expect([path, await keeper.get(path)]).toMatchObject([path, { result: { total: 0, records: [] } }])
    const asked = JSON.stringify([{ field: 'sysOrgCode', rule: 'ne', val: 'x', type: 'text' }])
    const around = { superQueryMatchType: 'or', superQueryParams: encodeURIComponent(asked) }
    expect(await keeper.get(list, around)).toMatchObject({ result: { total: 0 } })
    const { rawPayload } = await keeper.raw('GET', '/lowork/loWork/exportXls')
    expect(JSON.stringify(await readSheet(rawPayload))).not.toContain('清罐')
    const hidden = await keeper.get(tickets.detail.path, { id: ids['working'] ?? '' })
    expect(hidden).toMatchObject({ success: false, message: '未找到对应实体' })
    await pool.query(
      `insert into lo_work_person (id, work_id, user_id, role_tag) values ('np', $1, 'u11', 'KEEPER')`,
      [ids['working']],
    )
    const shown = await plant.as('u11').get(tickets.detail.path, { id: ids['working'] ?? '' })
    expect(shown).toMatchObject({ success: true })
    expect(await plant.as('u11').get(tickets.myList.path)).toMatchObject({ result: { total: 1 } })
  })
})
