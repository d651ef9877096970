import { workTicketEndpoints as tickets, type TicketDetail } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { baselineFlows, baselineWorkTypes, BASELINE_VERSION } from '@suoan/safety/seed/baseline/index'
import { createTestWorld, type TestClient, type TestWorld } from '@suoan/platform/testing/test-world'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { features } from '../features.ts'
import { firstStart } from './first-start.ts'

// A server started with DEMO=0: the platform's own plant, and a tenant that was added to it.
let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({ features, env: { LOGIN_CAPTCHA: 'off' } })
  await firstStart(world.ctx, false)
  const added = await world.as().post('/sys/tenant/add', { id: 7, name: '第二工厂', status: 1 })
  if (!added.success) throw new Error(added.message)
})
afterAll(() => world[Symbol.asyncDispose]())

const rows = async <Row>(text: string, values: unknown[] = []) =>
  (await world.database.pool.query(text, values)).rows as Row[]

describe.each([0, 7])('tenant %i begins with the baseline', (tenantId) => {
  it('every kind of work is there, enabled, with gases, certificates, measures and its source', async () => {
    const types = await rows<Record<string, unknown>>(
      `select type_code || '-' || level_code as key, status, source, baseline_version as version,
        gas_codes <> '' as gases, cert_rules is not null as certs, jsonb_array_length(measures_tpl) > 0 as measures
       from lo_work_type where tenant_id = $1 order by 1`,
      [tenantId],
    )
    expect(types.map(({ key }) => key)).toEqual(baselineWorkTypes.map(({ key }) => key).toSorted())
    for (const type of types)
      expect(type).toMatchObject({
        status: 1,
        version: BASELINE_VERSION,
        gases: true,
        certs: true,
        measures: true,
        source: expect.stringMatching(/GB|CFR/),
      })
  })

  it('every role its flows ask is there, and every gas its kinds test has a limit', async () => {
    const missing = await rows(
      `select s.role_tag from lo_flow_step s where s.tenant_id = $1 and not exists
        (select 1 from sys_role r where r.tenant_id = $1 and r.role_code = s.role_tag)`,
      [tenantId],
    )
    expect(missing).toEqual([])
    const unlimited = await rows(
      `select distinct code from lo_work_type t, unnest(string_to_array(t.gas_codes, ',')) as code
       where t.tenant_id = $1 and not exists (select 1 from lo_gas_std g where g.tenant_id = $1
         and g.gas_code = code and g.limit_max > 0)`,
      [tenantId],
    )
    expect(unlimited).toEqual([])
    expect(await rows(`select 1 from lo_flow where tenant_id = $1`, [tenantId])).toHaveLength(
      baselineFlows.length,
    )
  })

  it('a later start leaves what the plant changed, disabled and deleted', async () => {
    const id = `b${tenantId}t-04-1`
    await rows(`update lo_work_type set max_hours = 24, status = 0 where id = $1`, [id])
    await rows(`update lo_work_type set del_flag = 1 where id = $1`, [`b${tenantId}t-08-9`])
    await rows(`delete from sys_role_permission where role_id = $1`, [
      tenantId === 0 ? 'role-VIEW' : `role-${tenantId}-VIEW`,
    ])
    const count = `select count(*)::int as n from lo_work_type where tenant_id = $1 and del_flag = 0`
    const [before] = await rows<{ n: number }>(count, [tenantId])
    await firstStart(world.ctx, false)
    expect(await rows(count, [tenantId])).toEqual([before])
    expect(await rows(`select max_hours, status from lo_work_type where id = $1`, [id])).toEqual([
      { max_hours: 24, status: 0 },
    ])
    // What a later version brings to a plant with rules of its own is an offer.
    await rows(`delete from lo_work_type where id = $1`, [`b${tenantId}t-05-3`])
    await firstStart(world.ctx, false)
    expect(await rows(`select status from lo_work_type where id = $1`, [`b${tenantId}t-05-3`])).toEqual([
      { status: 0 },
    ])
  })
})

const posts = {
  issue: ['ISSUE'],
  review: ['REVIEW'],
  approve: ['APPROVE', 'DEPT'],
  permit: ['PERMIT'],
  lead: ['LEAD'],
  work: ['WORK'],
  guard: ['GUARD', 'GASTEST'],
} as const
type Post = keyof typeof posts

describe.each([0, 7])('a hot-work ticket in tenant %i', (tenantId) => {
  const people = new Map<Post, { id: string; client: TestClient }>()
  const admin = () => world.as({ tenantId })
  const as = (post: Post) => {
    const person = people.get(post)
    if (person === undefined) throw new Error(`nobody is ${post}`)
    return person
  }
  const draft = (crew: readonly { userId: string; roleTag: string }[]) => ({
    workName: '管廊支架焊接',
    workType: '01',
    workLevel: '2',
    areaId: area,
    place: '管廊三层',
    workDepartId: depart,
    content: '焊接支架',
    hazards: ['01'],
    planStart: '2026-03-02 09:00:00',
    planEnd: '2026-03-02 17:00:00',
    needIsolation: 0,
    noIsoReason: '不涉及带能量设备',
    emergencyContact: '值班室 1234',
    gasPlaces: [{ place: '管廊三层支架', level: '' }],
    measures: [{ content: '清除动火点周围易燃物' }],
    people: crew,
  })
  let area = ''
  let depart = ''

  const add = async (path: string, body: object): Promise<void> => {
    const answer = await admin().post(path, body)
    if (!answer.success) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  }
  const idOf = async (table: string, column: string, value: string) =>
    (
      await rows<{ id: string }>(`select id from ${table} where tenant_id = $1 and ${column} = $2`, [
        tenantId,
        value,
      ])
    )[0]?.id ?? ''

  it('people are set up through the pages of the administrator', async () => {
    await add('/sys/sysDepart/add', { departName: `生产部${tenantId}`, parentId: '', orgCategory: '1' })
    depart = await idOf('sys_depart', 'depart_name', `生产部${tenantId}`)
    await add('/loarea/loArea/add', { areaName: '管廊', areaType: '2', riskLevel: 2, pid: '0' })
    area = await idOf('lo_area', 'area_name', '管廊')
    const [{ area_code: areaCode } = { area_code: '' }] = await rows<{ area_code: string }>(
      `select area_code from lo_area where id = $1`,
      [area],
    )
    await add('/lodepartarea/loDepartArea/add', { departId: depart, areaCode, areaId: area, relType: 1 })
    const roleIds = new Map(
      (
        await rows<{ id: string; role_code: string }>(
          `select id, role_code from sys_role where tenant_id = $1`,
          [tenantId],
        )
      ).map((row) => [row.role_code, row.id]),
    )
    for (const [post, codes] of Object.entries(posts)) {
      const username = `${post}${tenantId}`
      await add('/sys/user/add', {
        username,
        realname: username,
        password: 'First#2026xy',
        selectedroles: codes.map((code) => roleIds.get(code)).join(','),
        selecteddeparts: depart,
      })
      const id = await idOf('sys_user', 'username', username)
      const client = world.as({
        tenantId,
        userId: id,
        username,
        realname: username,
        roleCodes: codes,
        orgCode: 'A01',
      })
      people.set(post as Post, { id, client })
    }
    for (const [post, certType] of [
      ['work', '02'],
      ['guard', '01'],
      ['guard', '02'],
      ['guard', '07'],
    ] as const)
      await add('/lopersoncert/loPersonCert/add', {
        userId: as(post).id,
        certType,
        certNo: `${certType}-${tenantId}-${post}`,
        validFrom: '2025-01-01',
        validTo: '2027-12-31',
        status: 1,
      })
  })

  const crew = () => [
    { userId: as('lead').id, roleTag: 'LEAD' },
    { userId: as('work').id, roleTag: 'WORK' },
    { userId: as('guard').id, roleTag: 'GUARD' },
    { userId: as('guard').id, roleTag: 'GASTEST' },
  ]
  const write = async (of: readonly { userId: string; roleTag: string }[]): Promise<string> => {
    const saved = await as('issue').client.post<TicketDetail>(tickets.saveDraft.path, {
      clientOpId: newUlid(),
      ...draft(of),
    })
    if (!saved.success) throw new Error(JSON.stringify(saved))
    return String(saved.result.ticket['id'])
  }
  const submit = (workId: string) =>
    as('issue').client.post(tickets.submit.path, { clientOpId: newUlid(), workId })

  it('one account in two separated duties is refused, with every row of the rules deleted', async () => {
    await rows(`delete from lo_duty_rule where tenant_id = $1`, [tenantId])
    const guardWorks = [...crew(), { userId: as('guard').id, roleTag: 'WORK' }]
    const answer = await submit(await write(guardWorks))
    expect(answer).toMatchObject({ success: false })
    expect(answer.message).toContain('同一人不得同时担任 监护 与 作业')
    const permits = await submit(await write([...crew(), { userId: as('guard').id, roleTag: 'PERMIT' }]))
    expect(permits.message).toContain('监护 与 许可')
  })

  it('a step whose role nobody holds is named when the ticket is submitted', async () => {
    const id = await write(crew())
    await rows(`update sys_user set status = 2 where id = $1`, [as('approve').id])
    expect((await submit(id)).message).toContain('角色“批准”')
    await rows(`update sys_user set status = 1 where id = $1`, [as('approve').id])
    expect(await submit(id)).toMatchObject({ success: true })
    const [asked] = await rows(`select reviewer_id from lo_work_review where work_id = $1`, [id])
    expect(asked).toEqual({ reviewer_id: as('review').id })
  })
})
