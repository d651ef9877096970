import {
  externalPersonEndpoints as externals,
  workExecutionEndpoints as execution,
  workTicketEndpoints as tickets,
} from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { externalPeople } from '../external-people/index.ts'
import { policy } from '../policy/index.ts'
import { carryOut } from './testing/carry-out.ts'
import { demoDraft } from './testing/demo-draft.ts'
import { failing } from './testing/failing-rules.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

/** Demo: the work type asks certificate 08 of a WORK; 鲁钳 is registered, admitted and trained. */
const fitter = 'demo-ex1'
let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({
    features: [
      { name: 'policy', mount: policy },
      { name: 'external-people', mount: externalPeople },
    ],
    prepare: `insert into lo_lock select (jsonb_populate_record(l, jsonb_build_object('id', 'pl-pool',
      'lock_code', 'PL99', 'lock_name', '备用个人锁', 'owner_user_id', null, 'device_sn', null, 'qr_code', null))).* from lo_lock l where id = 'demo-pl6';
      insert into lo_external_person select (jsonb_populate_record(e, jsonb_build_object('id', 'ex-second',
      'person_name', '倪钳', 'id_mask', null))).* from lo_external_person e where id = 'demo-ex1'`,
  })
})
afterEach(() => plant[Symbol.asyncDispose]())

const query = (text: string, values: unknown[] = []) => plant.world.database.pool.query(text, values)
const officer = () => plant.as('u12', { permissions: new Set(['lo:personCert:add', 'lo:personCert:edit']) })
const certify = (changes: object = {}) =>
  officer().post('/lopersoncert/loPersonCert/add', {
    externalId: fitter,
    certType: '08',
    certNo: 'LT-2026-001',
    validFrom: '2026-01-01',
    validTo: '2026-12-31',
    ...changes,
  })
const newPass = async (id = fitter) => (await plant.take('u12', externals.issuePass, { id })).code
const lineOf = async (workId: string, externalId: string) =>
  String((await plant.detail(workId)).people.find((row) => row['externalId'] === externalId)?.['id'])

describe('G03 certificates of somebody without an account', () => {
  const submitted = async () => {
    const worker = { externalId: fitter, roleTag: 'WORK' } as const
    const id = await plant.draft({ people: [...(demoDraft().people ?? []), worker] })
    return plant.call('u1', tickets.submit, { workId: id })
  }
  beforeEach(async () => {
    plant.at('08:00')
    await newPass()
  })

  it('he lacks what his tag needs, holds it once it is entered, and loses it when it ends or is revoked', async () => {
    const without = await submitted()
    expect(failing(without)).toContain('G03')
    expect(without.message).toContain('鲁钳')
    expect(without.message).toContain('上锁挂牌授权')
    expect(await certify()).toMatchObject({ success: true })
    expect(await submitted()).toMatchObject({ success: true })
    await query(`update lo_person_cert set valid_to = '2026-11-30' where external_id = $1`, [fitter])
    expect((await submitted()).message).toContain('上锁挂牌授权')
    await query(`update lo_person_cert set valid_to = '2026-12-31', status = 3 where external_id = $1`, [
      fitter,
    ])
    expect((await submitted()).message).toContain('上锁挂牌授权')
  })

  it('a certificate is of one person: an account or a line of the register of this tenant, never both or none', async () => {
    const both = await certify({ userId: 'u6' })
    expect(both).toMatchObject({ success: false })
    expect(both.message).toContain('只能选择一名')
    expect(await certify({ externalId: null })).toMatchObject({ success: false })
    await query(`update lo_external_person set tenant_id = 7 where id = $1`, [fitter])
    expect(await certify()).toMatchObject({ success: false })
    const { rows } = await query(`select id from lo_person_cert where cert_no = 'LT-2026-001'`)
    expect(rows).toEqual([])
  })

  it('a certificate stays with its person: an edit does not hand it to another', async () => {
    await certify()
    const { rows } = await query(`select id from lo_person_cert where external_id = $1`, [fitter])
    const edited = await officer().post('/lopersoncert/loPersonCert/edit', { id: rows[0]?.id, userId: 'u6' })
    expect(edited).toMatchObject({ success: false })
  })
})

describe('T31 a place in the crew between people with and without an account', () => {
  let workId: string
  beforeEach(async () => {
    await certify()
    workId = await carryOut(plant, 'working')
    await newPass()
  })
  const brief = async (personId: string) =>
    plant.take('u5', tickets.brief, {
      workId,
      personIds: [personId],
      handwriting: [{ personId, image: await plant.photo('u5') }],
    })

  it('who has no account follows who has one: listed, briefed and locked on before he goes in, and opens no lock', async () => {
    await plant.take('u6', tickets.personalLockOff, { workId, lockId: 'demo-pl6' })
    const personId = await plant.personId(workId, 'u6')
    await plant.take('u5', execution.crewReplace, { workId, personId, externalId: fitter })
    const { people } = await plant.detail(workId)
    const next = people.find((row) => row['externalId'] === fitter)
    expect(next).toMatchObject({ name: '鲁钳', roleTag: 'WORK', isBriefed: false, hasLockOn: false })
    expect(people.some((row) => row['userId'] === 'u6')).toBe(false)
    const { rows: grants } = await query(
      `select user_id, status from lo_lock_user where work_id = $1 and lock_id = 'demo-lk4' and phases = '20'`,
      [workId],
    )
    expect(grants).toEqual([{ user_id: 'u6', status: 4 }])
    const { rows: named } = await query(
      `select user_ids from lo_work_lock where work_id = $1 and lock_id = 'demo-lk4'`,
      [workId],
    )
    expect(named).toEqual([{ user_ids: [] }])

    const line = await lineOf(workId, fitter)
    const badge = await newPass()
    const enter = () => plant.call('u8', tickets.personIn, { workId, personId: line, badge })
    expect((await enter()).message).toContain('未交底')
    await brief(line)
    expect((await enter()).message).toContain('未上个人锁')
    await plant.take('u8', tickets.personalLockOn, {
      workId,
      lockId: 'pl-pool',
      boxId: 'demo-lb1',
      personId: line,
      badge,
      handwriting: await plant.photo('u8'),
    })
    expect(await enter()).toMatchObject({ success: true })
    // He is inside behind his lock: nobody takes his place now.
    const early = await plant.call('u5', execution.crewReplace, {
      workId,
      personId: line,
      externalId: 'ex-second',
    })
    expect(early.message).toMatch(/仍在现场.*尚未摘除/)
  })

  it('one of the register follows another, and an account follows him; without the certificate nobody does', async () => {
    const personId = await plant.personId(workId, 'u6')
    await plant.take('u6', tickets.personalLockOff, { workId, lockId: 'demo-pl6' })
    await newPass('ex-second')
    const second = { workId, personId, externalId: 'ex-second' }
    const refused = await plant.call('u5', execution.crewReplace, second)
    expect(failing(refused)).toContain('G03')
    expect(await certify({ externalId: 'ex-second', certNo: 'LT-2026-002' })).toMatchObject({ success: true })
    await plant.take('u5', execution.crewReplace, second)
    const line = await lineOf(workId, 'ex-second')
    await plant.take('u5', execution.crewReplace, { workId, personId: line, externalId: fitter })
    const back = await lineOf(workId, fitter)
    await plant.take('u5', execution.crewReplace, { workId, personId: back, userId: 'u13' })
    const { people } = await plant.detail(workId)
    expect(people.filter((row) => row['roleTag'] === 'WORK').map((row) => row['name'])).toEqual(
      expect.arrayContaining(['卫承']),
    )
    expect(people.some((row) => row['externalId'])).toBe(false)
    const { rows } = await query(`select people_count from lo_work where id = $1`, [workId])
    expect(rows[0]?.people_count).toBe(new Set(people.map((row) => row['userId'])).size)
  })

  it('exactly one person is named, and a guardian is followed by an account only', async () => {
    const personId = await plant.personId(workId, 'u6')
    const both = { workId, personId, userId: 'u13', externalId: fitter }
    expect((await plant.call('u5', execution.crewReplace, both)).message).toContain('请选择一名人员')
    expect((await plant.call('u5', execution.crewReplace, { workId, personId })).message).toContain(
      '请选择一名人员',
    )
    const guardian = await plant.personId(workId, 'u8')
    const answer = await plant.call('u5', execution.crewReplace, {
      workId,
      personId: guardian,
      externalId: fitter,
    })
    expect(answer.message).toContain('没有账号，不能担任监护')
  })
})
