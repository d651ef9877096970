import {
  emergencyEndpoints as emergencies,
  externalPersonEndpoints as externals,
  workTicketEndpoints as tickets,
  type RuleResult,
} from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { externalPeople } from '../external-people/index.ts'
import { catchUp } from './catch-up.ts'
import { carryOut, steps } from './testing/carry-out.ts'
import { demoDraft } from './testing/demo-draft.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

const failing = (answer: { result: unknown }) =>
  (answer.result as { rules: RuleResult[] }).rules.filter((rule) => !rule.pass).map((rule) => rule.id)
const query = (text: string, values: unknown[] = []) => plant.world.database.pool.query(text, values)
const named = { personName: '赖外', personSource: 2, roleTag: 'CONTR' } as const

describe('a name without an account and without a register entry', () => {
  it('G03 never passes submit: who that is must be registered first', async () => {
    plant.at('08:00')
    const id = await plant.draft({ people: [...(demoDraft().people ?? []), named] })
    const answer = await plant.call('u1', tickets.submit, { workId: id })
    expect(answer).toMatchObject({ success: false })
    expect(failing(answer)).toContain('G03')
    expect(answer.message).toContain('赖外 未登记，请先在外来人员中登记此人')
    expect(await plant.state(id)).toBe('0/0')
  })

  /** A ticket that was let through before: the name stands on it already. */
  const listed = (id: string, onState = 0) =>
    query(
      `insert into lo_work_person (id, work_id, person_name, person_source, role_tag, state, on_state)
        values ('nobody', $1, '赖外', 2, 'CONTR', 1, $2)`,
      [id, onState],
    )

  it('G13 a ticket that carries such a name does not start', async () => {
    const id = await carryOut(plant, 'ready')
    plant.at('09:00')
    await listed(id)
    const answer = await plant.call('u5', tickets.start, { workId: id })
    expect(failing(answer)).toContain('G13')
    expect(answer.message).toContain('赖外 未登记')
    expect(await plant.state(id)).toBe('4/12')
  })

  it('T28 T29 he does not enter, and with him inside nobody says the place is empty (G17)', async () => {
    const id = await carryOut(plant, 'working')
    await listed(id)
    const entering = await plant.call('u5', tickets.personIn, { workId: id, personId: 'nobody' })
    expect(failing(entering)).toContain('G13')

    await query(`update lo_work_person set on_state = 1 where id = 'nobody'`)
    const giving = await plant.call('u5', tickets.releaseBegin, {
      workId: id,
      siteCheck: { areaInspected: true, toolsCleared: true, guardsRefitted: true, photo: null },
    })
    expect(giving.success).toBe(false)
    expect(giving.message).toContain('赖外')
    expect(failing(giving)).toContain('G17')

    // Leaving is never refused, whoever it is.
    await plant.take('u8', tickets.personOut, { workId: id, personId: 'nobody' })
    const { rows } = await query(`select on_state from lo_work_person where id = 'nobody'`)
    expect(rows).toEqual([{ on_state: 2 }])
  })
})

describe('a contractor whose lock was removed (T49)', () => {
  it('acknowledges beside the leader, by his badge and his own hand; nobody does it for him', async () => {
    await using gate = await createTicketWorld({
      features: [{ name: 'external-people', mount: externalPeople }],
    })
    const sql = (text: string, values: unknown[] = []) => gate.world.database.pool.query(text, values)
    const workId = await carryOut(gate, 'working')
    const pass = await gate.take('u12', externals.register, {
      personName: '赖外',
      company: '承包商甲',
      idNumber: '31010119900118221X',
      trainFrom: '2026-01-01',
      trainTo: '2027-01-01',
      validTo: '2026-12-01 20:00:00',
    })
    await sql(
      `insert into lo_emergency_removal (id, tenant_id, lock_id, work_id, hold_id, owner_id, reason, request_by,
        request_time, owner_absent_proof, contact_log, area_clear_proof, state)
      values ('rm1', 0, 'demo-pl6', $1, 'h', $2, '离厂', 'u5', now(), '{}', '[]', '{}', 2)`,
      [workId, pass.externalId],
    )
    expect((await gate.take('u5', externals.byBadge, { code: pass.code })).removals).toMatchObject([
      { id: 'rm1', workId, lockCode: 'PL6', reason: '离厂' },
    ])
    const ack = async (who: string, shown: object) =>
      gate.call(who, emergencies.ack, { id: 'rm1', channel: 1, ...shown })
    const badge = pass.code
    expect((await ack('u5', {})).message).toContain('请扫描或输入赖外的通行码')
    expect((await ack('u5', { badge })).message).toContain('缺少赖外的手写签名')
    expect((await ack('u7', { badge, handwriting: await gate.photo('u7') })).success).toBe(false)
    expect(await ack('u5', { badge, handwriting: await gate.photo('u5') })).toMatchObject({ success: true })
    const { rows } = await sql(`select state from lo_emergency_removal`)
    expect(rows).toEqual([{ state: 3 }])
    const { rows: signs } = await sql(
      `select signer_id, signer_name, witness_id, sign_type from lo_work_sign where biz_id = 'rm1'`,
    )
    expect(signs).toEqual([{ signer_id: null, signer_name: '赖外', witness_id: 'u5', sign_type: 'DRAW' }])
    expect((await gate.take('u5', externals.byBadge, { code: badge })).removals).toEqual([])
  })
})

describe('a contractor without an account from the gate to the way out', () => {
  const lock = { lockId: 'pl-pool', boxId: 'demo-lb1' }
  let gate: TicketWorld
  beforeEach(async () => {
    gate = await createTicketWorld({
      features: [{ name: 'external-people', mount: externalPeople }],
      // A padlock from the store that is nobody's own.
      prepare: `insert into lo_lock select (jsonb_populate_record(l, jsonb_build_object('id', 'pl-pool',
        'lock_code', 'PL99', 'lock_name', '备用个人锁', 'owner_user_id', null, 'device_sn', null, 'qr_code', null))).* from lo_lock l where id = 'demo-pl6'`,
    })
  })
  afterEach(() => gate[Symbol.asyncDispose]())
  const rules = (answer: { result: unknown }) =>
    (answer.result as { rules: RuleResult[] }).rules.filter((rule) => !rule.pass).map((rule) => rule.id)
  const sql = (text: string, values: unknown[] = []) => gate.world.database.pool.query(text, values)

  it('registered, day pass, on the ticket, briefed, lock hung, in, energy refused (G17), out, lock off, closed', async () => {
    gate.at('07:40')
    const pass = await gate.take('u12', externals.register, {
      personName: '赖外',
      company: '承包商甲',
      idNumber: '31010119900118221X',
      trainFrom: '2026-01-01',
      trainTo: '2027-01-01',
      validTo: '2026-12-01 20:00:00',
    })
    expect(pass.code).toMatch(/^TX(-[2-9A-Z]{5}){4}$/)
    const { rows: stored } = await sql(
      `select e.id_mask, e.id_number, p.badge_hash from lo_external_person e
      join lo_day_pass p on p.external_id = e.id where e.id = $1`,
      [pass.externalId],
    )
    expect(stored).toEqual([
      {
        id_mask: '310***********221X',
        id_number: expect.stringMatching(/^[0-9a-f]{64}$/),
        badge_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
    const badge = pass.code
    // WORK also asks the lock-out certificate of the policy; CONTR asks the admission.
    const outsider = { externalId: pass.externalId, roleTag: 'CONTR' }
    const id = await gate.draft({ people: [...(demoDraft().people ?? []), outsider] })
    await carryOut(gate, 'verified', id)
    gate.at('08:56')
    await steps.ready(gate, id)
    const { people } = await gate.detail(id)
    const mine = people.find((row) => row['externalId'] === pass.externalId)
    expect(mine).toMatchObject({ name: '赖外', personSource: 2, company: '承包商甲' })
    const personId = String(mine?.['id'])

    gate.at('09:00')
    const unready = await gate.call('u5', tickets.start, { workId: id })
    expect(unready.message).toContain('赖外 未交底')
    // Briefed by name, signed by his own hand.
    await gate.take('u5', tickets.brief, {
      workId: id,
      personIds: [personId],
      handwriting: [{ personId, image: await gate.photo('u5') }],
    })
    expect((await gate.call('u5', tickets.start, { workId: id })).message).toContain('赖外 未上个人锁')
    // Nobody hangs a lock for him without his badge and his hand.
    const hang = async (given: object) =>
      gate.call('u8', tickets.personalLockOn, { workId: id, ...lock, personId, ...given })
    expect((await hang({ handwriting: await gate.photo('u8') })).message).toContain(
      '请扫描或输入赖外的通行码',
    )
    expect((await hang({ badge: 'TX-AAAAA-AAAAA-AAAAA-AAAAA' })).message).toContain('没有这张通行码')
    expect((await hang({ badge })).message).toContain('请赖外本人在屏幕上签名')
    expect(await hang({ badge, handwriting: await gate.photo('u8') })).toMatchObject({ success: true })
    await steps.working(gate, id)
    expect(await gate.state(id)).toBe('20/20')

    const unread = await gate.call('u8', tickets.personIn, { workId: id, personId })
    expect(rules(unread)).toContain('T28')
    expect(unread.message).toContain('未出示通行码')
    await gate.take('u8', tickets.personIn, { workId: id, personId, badge })
    expect((await gate.detail(id)).ticket['onSiteCount']).toBe(1)
    const inside = await gate.take('u12', externals.inside, {})
    expect(inside.people).toMatchObject([
      {
        name: '赖外',
        hasAccount: false,
        workNo: expect.any(String),
        inTime: '2026-12-01 09:00:00',
        alarm: null,
      },
    ])
    const card = await gate.take('u7', externals.safetyByBadge, { code: badge })
    expect(card).toMatchObject({
      personName: '赖外',
      cards: [{ workId: id, colour: 'green', isOnSite: true }],
    })

    gate.at('15:00')
    const giving = await gate.call('u5', tickets.releaseBegin, {
      workId: id,
      siteChecks: { people: true, tools: true, guards: true },
      photo: await gate.photo('u5'),
      notified: true,
    })
    expect(rules(giving)).toContain('G17')
    expect(giving.message).toContain('赖外')
    // His lock stays while he is inside, also from his own hand (T42).
    const takeOff = async () =>
      gate.call('u8', tickets.personalLockOff, {
        workId: id,
        lockId: lock.lockId,
        personId,
        badge,
        handwriting: await gate.photo('u8'),
      })
    expect((await takeOff()).message).toContain('仍在现场')

    // The pass has run out meanwhile; whoever is inside still gets out.
    await sql(`update lo_day_pass set valid_to = '2026-12-01 12:00:00+08'`)
    expect((await gate.take('u12', externals.inside, {})).people[0]?.alarm).toContain('到期')
    await gate.take('u8', tickets.personOut, { workId: id, personId, badge })
    const again = await gate.call('u8', tickets.personIn, { workId: id, personId, badge })
    expect(again.message).toContain('这张通行码已于 2026-12-01 12:00:00 到期')

    await steps.releasing(gate, id)
    const blocked = await gate.call('u9', tickets.pointRestore, { workId: id, pointId: 'demo-pt4' })
    expect(blocked.message).toContain('PL99（赖外）')
    expect(await takeOff()).toMatchObject({ success: true })
    await steps.restored(gate, id)
    gate.at('15:30')
    await gate.take('u5', tickets.finish, { workId: id })
    await gate.take('u3', tickets.accept, { workId: id })
    expect(await gate.take('u4', tickets.finish, { workId: id })).toMatchObject({ transId: 'T44' })
    const { rows: signed } = await sql(
      `select sign_role, sign_type, witness_id from lo_work_sign where person_id = $1 order by sign_time, sign_role`,
      [personId],
    )
    expect(signed).toEqual([
      { sign_role: 'BRIEF', sign_type: 'DRAW', witness_id: 'u5' },
      { sign_role: 'LOCK', sign_type: 'DRAW', witness_id: 'u8' },
      { sign_role: 'LOCK', sign_type: 'DRAW', witness_id: 'u8' },
    ])
  })

  it.each([
    ['reported', true],
    ['found by the look when the reaction was lost', false],
  ])(
    'T32 his own lock opens while he is inside: the work stops and his name is called, %s',
    async (_how, told) => {
      const id = await carryOut(gate, 'working')
      await sql(
        `insert into lo_work_person (id, work_id, external_id, person_name, person_source, role_tag, state, on_state, in_time)
        values ('ext', $1, 'demo-ex1', '', 2, 'CONTR', 1, 1, now())`,
        [id],
      )
      await sql(
        `insert into lo_point_hold select (jsonb_populate_record(h, jsonb_build_object('id', 'ext-hold',
        'user_id', 'demo-ex1', 'lock_id', 'pl-pool'))).* from lo_point_hold h where work_id = $1 and lock_id = 'demo-pl6' limit 1`,
        [id],
      )
      gate.at('09:10')
      if (told) await sql(`update lo_lock set device_sn = 'PL99' where id = 'pl-pool'`)
      if (told) await gate.locks.opens('PL99', 'FORCE')
      else {
        await sql(`update lo_lock set lock_status = 2, state_time = now() where id = 'pl-pool'`)
        await catchUp(gate.world.ctx)
      }
      await expect.poll(() => gate.state(id)).toBe('20/21')
      const { rows } = await sql(`select person_name from lo_external_person where id = 'demo-ex1'`)
      const timeline = await gate.take('u1', tickets.timeline, { id })
      expect(JSON.stringify(timeline.at(-1))).toContain(`${rows[0].person_name} 在现场，其个人锁 PL99`)
    },
  )

  it('T29 somebody forgotten inside is found and signed out by the guardian with the reason kept', async () => {
    const id = await carryOut(gate, 'working')
    await sql(
      `insert into lo_work_person (id, work_id, external_id, person_name, person_source, role_tag, state, on_state, in_time)
        values ('px', $1, 'demo-ex1', '鲁钳', 2, 'CONTR', 1, 1, '2026-12-01 09:10:00+08')`,
      [id],
    )
    await sql(`update lo_work set on_site_count = 2 where id = $1`, [id])
    gate.at('16:00')
    const found = await gate.take('u8', externals.inside, {})
    expect(found.people).toMatchObject([{ personId: 'demo-ex1', name: '鲁钳', minutes: 410 }])
    expect(found.unnamed).toMatchObject([{ workId: id, count: 1 }])
    expect((await gate.call('u9', tickets.personOut, { workId: id, personId: 'px' })).success).toBe(false)
    await gate.take('u8', tickets.personOut, { workId: id, personId: 'px', reason: '清点时发现已离场未登记' })
    const timeline = await gate.take('u1', tickets.timeline, { id })
    expect(timeline.at(-1)).toMatchObject({ transId: 'T29', diff: { reason: '清点时发现已离场未登记' } })
  })

  it('a blacklisted or unadmitted person gets no pass, and going on the list ends the pass he has', async () => {
    gate.at('08:00')
    expect((await gate.call('u12', externals.issuePass, { id: 'demo-ex3' })).message).toContain('黑名单')
    expect((await gate.call('u12', externals.issuePass, { id: 'demo-ex4' })).message).toContain('入场许可')
    const { code } = await gate.take('u12', externals.issuePass, { id: 'demo-ex1' })
    expect(await gate.take('u7', externals.byBadge, { code })).toMatchObject({
      personName: '鲁钳',
      gap: null,
    })
    await gate.take('u12', externals.blacklist, { id: 'demo-ex1', on: true, reason: '酒后进厂' })
    expect((await gate.take('u7', externals.byBadge, { code })).gap).toContain('酒后进厂')
    await gate.take('u12', externals.blacklist, { id: 'demo-ex1', on: false, reason: '申诉成立' })
    // Off the list again, but the old badge stays dead.
    expect((await gate.take('u7', externals.byBadge, { code })).gap).toContain('这张通行码已作废')
    const next = await gate.take('u12', externals.issuePass, { id: 'demo-ex1' })
    expect((await gate.take('u7', externals.byBadge, { code: next.code.toLowerCase() })).gap).toBeNull()
    await gate.take('u12', externals.revokePass, { id: 'demo-ex1', reason: '提前离厂' })
    expect((await gate.take('u7', externals.byBadge, { code: next.code })).gap).not.toBeNull()
    expect((await gate.call('u12', externals.revokePass, { id: 'demo-ex1', reason: '再次' })).success).toBe(
      false,
    )
  })

  it('one identity card is registered once, and the register of another tenant is out of reach', async () => {
    gate.at('08:00')
    const who = { personName: '赖外', company: '承包商甲', idNumber: '31010119900118221x' }
    await gate.take('u12', externals.register, who)
    const again = await gate.call('u12', externals.register, {
      ...who,
      personName: '赖二',
      idNumber: ' 31010119900118221X ',
    })
    expect(again.message).toContain('已登记为“赖外”')
    await sql(`update lo_external_person set tenant_id = 7 where id = 'demo-ex1'`)
    expect((await gate.call('u12', externals.issuePass, { id: 'demo-ex1' })).success).toBe(false)
    const saving = await gate.call('u1', tickets.saveDraft, {
      ...demoDraft({ people: [{ externalId: 'demo-ex1', roleTag: 'CONTR' }] }),
    })
    expect(saving.message).toContain('外来人员没有登记')
  })
})
