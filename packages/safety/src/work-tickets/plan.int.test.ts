import { workTicketEndpoints as tickets, type RuleResult } from '@suoan/contract'
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

const failing = (rules: readonly RuleResult[]) => rules.filter((rule) => !rule.pass).map((rule) => rule.id)
const withoutBypass = () => ({ points: (demoDraft().points ?? []).filter((p) => p.pointId !== 'demo-pt3') })

describe('SC03 a missing energy source', () => {
  it('G05 names the path, blocks the submission, suggests the point and the minimal cut; adding it passes', async () => {
    const id = await plant.draft(withoutBypass())
    const report = await plant.take('u1', tickets.checkPlan, { id, clientOpId: undefined })
    expect(failing(report.rules)).toEqual(['G05'])
    expect(report.cut).toMatchObject({
      holds: false,
      modelled: true,
      paths: ['H-2 → V-103 → P-101'],
      missing: [{ pointId: 'demo-pt3', pointCode: 'V-103' }],
    })
    expect(report.cut.minimalCut.map((point) => point.pointId).toSorted()).toEqual([
      'demo-pt1',
      'demo-pt2',
      'demo-pt3',
    ])
    plant.at('08:00')
    const refused = await plant.call('u1', tickets.submit, { workId: id })
    expect(refused).toMatchObject({ success: false, code: 4204 })
    expect(refused.message).toContain('H-2 → V-103 → P-101 仍可达')
    expect(await plant.state(id)).toBe('0/0')
    const { revision } = (await plant.detail(id)).ticket
    await plant.take('u1', tickets.saveDraft, demoDraft({ id, revision }))
    const fixed = await plant.take('u1', tickets.checkPlan, { id, clientOpId: undefined })
    expect(failing(fixed.rules)).toEqual([])
    expect(fixed.cut).toMatchObject({ holds: true, paths: [], missing: [] })
    await plant.take('u1', tickets.submit, { workId: id })
    expect((await plant.detail(id)).ticket['isolationPlanState']).toBe(2)
    await endsWell(plant, id)
  })

  it('G05: what nobody has to lock cuts nothing, and a drain is no matter of choice (G01)', async () => {
    const points = (demoDraft().points ?? []).map((point) =>
      point.pointId === 'demo-pt3' || point.pointId === 'demo-pt4' ? { ...point, mandatory: 0 } : point,
    )
    const id = await plant.draft({ points })
    plant.at('08:00')
    const { result } = await plant.call('u1', tickets.submit, { workId: id })
    expect(failing((result as unknown as { rules: RuleResult[] }).rules)).toEqual(['G01', 'G05'])
  })

  it('G05: equipment that the points belong to is worked on, named on the ticket or not', async () => {
    const points = (demoDraft().points ?? []).filter((point) => point.pointId === 'demo-pt1')
    await plant.world.database.pool.query(
      `insert into lo_equip select (jsonb_populate_record(e, '{"id":"demo-p102","equip_code":"P-102"}')).*
        from lo_equip e where id = 'demo-p101'`,
    )
    for (const equipIds of [[], ['demo-p102']]) {
      const id = await plant.draft({ points, equipIds, isolationStatement: '已隔离' })
      const { rules } = await plant.take('u1', tickets.checkPlan, { id, clientOpId: undefined })
      expect(failing(rules)).toContain('G05')
    }
  })

  it('G05: beside equipment on the map, one that is not on it needs a statement of its own', async () => {
    await plant.world.database.pool.query(
      `insert into lo_equip select (jsonb_populate_record(e, '{"id":"demo-p103","equip_code":"P-103"}')).*
        from lo_equip e where id = 'demo-p101'`,
    )
    const judged = async (isolationStatement: string) => {
      const id = await plant.draft({ equipIds: ['demo-p101', 'demo-p103'], isolationStatement })
      const { rules } = await plant.take('u1', tickets.checkPlan, { id, clientOpId: undefined })
      return rules.find((rule) => rule.id === 'G05')
    }
    expect(await judged('')).toMatchObject({
      pass: false,
      text: expect.stringContaining('P-103 不在能量图中'),
    })
    expect(await judged('P-103 的进出口阀均在本方案中')).toMatchObject({ pass: true })
  })

  it('a plan that was never saved is judged the same, takes no number and leaves nothing', async () => {
    const unsaved = await plant.take('u1', tickets.checkPlan, {
      ...demoDraft(withoutBypass()),
      clientOpId: undefined,
    })
    expect(failing(unsaved.rules)).toEqual(['G05'])
    const { rows } = await plant.world.database.pool.query(`
      select (select count(*)::int from lo_work) as works, (select count(*)::int from lo_work_trans) as trans,
        (select count(*)::int from lo_work_counter) as numbers`)
    expect(rows[0]).toEqual({ works: 0, trans: 0, numbers: 0 })
    const id = await plant.draft(withoutBypass())
    const better = await plant.take('u1', tickets.checkPlan, {
      ...demoDraft({ id }),
      clientOpId: undefined,
    })
    expect(failing(better.rules)).toEqual([])
    expect((await plant.detail(id)).points).toHaveLength(3)
  })
})

describe('bad input on the plan (§9.1)', () => {
  const submitted = async (changes: Parameters<typeof demoDraft>[0]) => {
    const workId = await plant.draft(changes)
    return { workId, answer: await plant.call('u1', tickets.submit, { workId }) }
  }

  it.each([
    [
      'an end before the start',
      '2026-12-01 09:00:00',
      '2026-12-01 08:00:00',
      '计划结束时间须晚于计划开始时间',
    ],
    ['25 hours', '2026-12-01 09:00:00', '2026-12-02 10:00:00', '允许的最长 24 小时，现为 25 小时'],
    ['a start in the past', '2026-12-01 07:00:00', '2026-12-01 12:00:00', '已过去'],
  ])('G02 refuses %s and names the limit', async (_what, planStart, planEnd, text) => {
    const { workId, answer } = await submitted({ planStart, planEnd })
    expect(answer).toMatchObject({ success: false, code: 4202 })
    expect(answer.message).toContain(text)
    expect(await plant.state(workId)).toBe('0/0')
  })

  it('a point of another tenant is as unknown as none, a stopped one is named at the submission (G01)', async () => {
    const { pool } = plant.world.database
    await pool.query(`update lo_point set tenant_id = 7 where id = 'demo-pt3'`)
    const foreign = await plant.call('u1', tickets.saveDraft, demoDraft())
    expect(foreign.message).toContain('隔离点不存在或已删除')
    await pool.query(`update lo_point set tenant_id = 0, status = 0 where id = 'demo-pt3'`)
    const { answer } = await submitted({})
    expect(answer).toMatchObject({ success: false, code: 4216 })
    expect(answer.message).toContain('隔离点 V-103 已停用')
  })

  it('script text in a name is stored and given back as text', async () => {
    const workName = '<img src=x onerror=alert(1)>检修'
    const id = await plant.draft({ workName })
    expect((await plant.detail(id)).ticket.workName).toBe(workName)
  })

  it('G01 G03 G07: what the form, certificates and locks lack is listed together', async () => {
    const { pool } = plant.world.database
    await pool.query(`update lo_person_cert set status = 3 where user_id = 'u8' and cert_type = '01'`)
    await pool.query(`update lo_lock set battery = 5 where id = 'demo-lk1'`)
    const { answer } = await submitted({ content: '', emergencyContact: '' })
    const rules = (answer.result as { rules: RuleResult[] }).rules
    expect(failing(rules)).toEqual(['G01', 'G03', 'G07'])
    expect(answer.message).toContain('作业内容未填写')
    expect(rules.find((rule) => rule.id === 'G03')?.text).toContain('吴监')
    expect(rules.find((rule) => rule.id === 'G07')?.text).toContain('电量 5%')
  })

  it('G07: a lock suits the place it is planned for, wherever it lies; an alarm that was only seen still stands', async () => {
    await plant.world.database.pool.query(`
      update lo_area set ex_zone = '1' where id = (select area_id from lo_point where id = 'demo-pt1');
      update lo_area set ex_zone = 'N' where id = 'demo-a0101';
      update lo_lock set area_id = 'demo-a0101' where id in ('demo-lk1', 'demo-lk2');
      update lo_lock_type set ex_mark = null where id = (select lock_type_id from lo_lock where id = 'demo-lk1');
      insert into lo_alarm (id, alarm_no, alarm_type, alarm_level, lock_id, status, first_time, last_time)
      values ('seen', 'A-1', 'A03', 3, 'demo-lk2', 1, now(), now())`)
    const { answer } = await submitted({})
    expect(answer).toMatchObject({ success: false, code: 4217 })
    expect(answer.message).toMatch(/LK1 [^；]*防爆等级不符合区域要求/)
    expect(answer.message).toMatch(/LK2 [^；]*有未处理报警/)
  })

  it('T04: a flow step without anybody to ask refuses instead of asking everybody', async () => {
    await plant.world.database.pool.query(`delete from sys_user_role where role_id = 'role-REVIEW'`)
    const { answer } = await submitted({})
    expect(answer.message).toContain('没有符合条件的处理人')
  })

  it('G06: of two tickets on one machine the one approved first wins, and touching times do not clash (SC07)', async () => {
    const first = await carryOut(plant, 'reviewed')
    const people = [
      { userId: 'u13', roleTag: 'LEAD' },
      { userId: 'u13', roleTag: 'CONTR' },
      { userId: 'u12', roleTag: 'GUARD' },
      { userId: 'u9', roleTag: 'ISO' },
      { userId: 'u10', roleTag: 'VERIFY' },
    ]
    await plant.world.database.pool.query(`insert into lo_person_cert
      (id, user_id, cert_type, cert_no, valid_from, valid_to, status) values
      ('c1', 'u12', '01', 'x', '2025-01-01', '2027-01-01', 1)`)
    const second = await plant.draft({ planStart: '2026-12-01 12:00:00', people, locks: [] })
    plant.at('08:00')
    await plant.take('u1', tickets.submit, { workId: second })
    await plant.review(second)
    expect(await plant.examine(first)).toMatchObject({ result: { workStatus: 4 } })
    const clash = await plant.examine(second)
    expect(clash).toMatchObject({ success: false, code: 4205 })
    expect(clash.message).toContain('A01A02-10-20261201-0001')
    expect(clash.message).toContain('12:00–17:00')
    expect((await plant.detail(second)).conflicts.length).toBeGreaterThan(0)
    const later = await plant.draft({
      planStart: '2026-12-01 17:00:00',
      planEnd: '2026-12-01 20:00:00',
      people,
      locks: [],
    })
    const report = await plant.take('u1', tickets.checkPlan, { id: later, clientOpId: undefined })
    // The locks are still bound to the first ticket; the times only touch.
    expect(failing(report.rules)).toEqual(['G07'])
  })
})
