import {
  notFound,
  workExecutionEndpoints as execution,
  workTicketEndpoints as tickets,
} from '@suoan/contract'
import { handoverChecks } from '@suoan/domain/work-ticket'
import { newUlid } from '@suoan/kit/id'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut } from './testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'
import { endsWell } from './testing/ends-well.ts'
import { failing } from './testing/failing-rules.ts'

/** u5b, u6b with his lock PL6B, and u8b come with the evening shift. */
const secondShift = `
  insert into sys_user select (jsonb_populate_record(u, jsonb_build_object('id', b.id, 'username', b.id,
      'realname', b.name, 'phone', null, 'email', null, 'work_no', null))).*
    from (values ('u5b', '钱二', 'u5'), ('u6b', '孙二', 'u6'), ('u8b', '吴二', 'u8')) b(id, name, model)
    join sys_user u on u.id = b.model;
  insert into lo_person_cert (id, user_id, cert_type, cert_no, valid_from, valid_to, status)
    select 'c-' || u, u, '08', 'N-' || u, '2026-01-01', '2027-12-31', 1 from unnest('{u5b,u6b,u8b}'::text[]) u;
  insert into lo_lock select (jsonb_populate_record(l, jsonb_build_object('id', 'demo-pl6b', 'lock_code', 'PL6B',
    'owner_user_id', 'u6b', 'device_sn', null, 'qr_code', null))).* from lo_lock l where id = 'demo-pl6'`

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({ prepare: secondShift })
})
afterEach(() => plant[Symbol.asyncDispose]())

const checks = handoverChecks.map(({ code }) => code)
const open = async (workId: string, who: string) => {
  const { handovers } = await plant.detail(workId, who)
  return String(handovers.find((row) => Number(row['state']) < 2)?.['id'] ?? 'none')
}
/** Who holds a tag on the ticket, read from the rows themselves. */
const holders = async (workId: string, roleTag: string) => {
  const { rows } = await plant.world.database.pool.query(
    `select user_id from lo_work_person where work_id = $1 and role_tag = $2 and state = 1 order by user_id`,
    [workId, roleTag],
  )
  return rows.map((row) => String(row.user_id))
}
const personalLocks = async (workId: string, who: string) => {
  const { rows } = await plant.world.database.pool.query(
    `select count(*)::int as n from lo_point_hold where work_id = $1 and user_id = $2 and hold_type in (2, 3) and state = 1`,
    [workId, who],
  )
  return Number(rows[0].n)
}

describe('SC15 shift handover', () => {
  it('T34 G22: u5→u5b and u6→u6b at 16:00; the role switches only after both signs, nobody is without a leader or a lock', async () => {
    const workId = await carryOut(plant, 'working')
    await plant.take('u8', tickets.personIn, { workId, personId: await plant.personId(workId, 'u6') })
    plant.at('16:00')
    await plant.take('u5', execution.handoverAsk, {
      workId,
      roleTag: 'LEAD',
      toUserId: 'u5b',
      shiftFrom: 'D',
      shiftTo: 'E',
    })
    const handoverId = await open(workId, 'u5b')
    const early = await plant.call('u5', execution.handoverDone, { workId, handoverId, checks })
    expect(early).toMatchObject({ success: false, code: 4224 })
    await plant.take('u5b', execution.handoverAccept, { workId, handoverId })
    expect(await holders(workId, 'LEAD')).toEqual(['u5'])
    plant.at('16:05')
    const unseen = await plant.call('u5', execution.handoverDone, { workId, handoverId, checks: ['points'] })
    expect(unseen.message).toContain('现场交接检查未完成')
    const done = { workId, handoverId, checks }
    expect(await plant.take('u5', execution.handoverDone, done)).toMatchObject({
      transId: 'T34',
      execPhase: 20,
    })
    expect(await holders(workId, 'LEAD')).toEqual(['u5b'])
    expect((await plant.detail(workId)).ticket['leaderId']).toBe('u5b')

    await plant.take('u6', execution.handoverAsk, { workId, roleTag: 'WORK', toUserId: 'u6b' })
    const worker = { workId, handoverId: await open(workId, 'u6b'), checks }
    await plant.take('u6b', execution.handoverAccept, worker)
    const unlocked = await plant.call('u6', execution.handoverDone, worker)
    expect(unlocked.message).toMatch(/尚未上个人锁.*仍在现场/)
    await plant.take('u6b', tickets.personalLockOn, { workId, lockId: 'demo-pl6b', boxId: 'demo-lb1' })
    expect([await personalLocks(workId, 'u6'), await personalLocks(workId, 'u6b')]).toEqual([1, 1])
    await plant.take('u8', tickets.personOut, { workId, personId: await plant.personId(workId, 'u6') })
    await plant.take('u6', execution.handoverDone, worker)
    expect(await holders(workId, 'WORK')).toEqual(['u6b', 'u7'])
    await plant.take('u6', tickets.personalLockOff, { workId, lockId: 'demo-pl6' })
    expect([await personalLocks(workId, 'u6'), await personalLocks(workId, 'u6b')]).toEqual([0, 1])

    const entering = { workId, personId: await plant.personId(workId, 'u6b') }
    expect((await plant.call('u5b', tickets.personIn, entering)).message).toContain('未交底')
    await plant.take('u5b', tickets.brief, { workId, personIds: [entering.personId] })
    await plant.take('u6b', tickets.briefConfirm, { workId })
    await plant.take('u5b', tickets.personIn, entering)

    const { rows } = await plant.world.database.pool.query(
      `select sign_from, sign_to, accept_time <= release_time as ordered, snapshot, checklist from lo_work_handover
       where work_id = $1`,
      [workId],
    )
    expect(rows).toHaveLength(2)
    for (const row of rows)
      expect(row).toMatchObject({ sign_from: expect.any(String), sign_to: expect.any(String), ordered: true })
    expect(rows[0].snapshot.points).toHaveLength(4)
    const timeline = await plant.take('u1', tickets.timeline, { id: workId })
    expect(timeline.filter((row) => row['transId'] === 'T34')).toHaveLength(6)
    await endsWell(plant, workId)
  })

  it('T34: whoever has handed over all he had on a ticket is told so where he stands; somebody who never had a part is told nothing', async () => {
    const workId = await carryOut(plant, 'working')
    await plant.take('u5', execution.handoverAsk, { workId, roleTag: 'LEAD', toUserId: 'u5b' })
    const handoverId = await open(workId, 'u5b')
    await plant.take('u5b', execution.handoverAccept, { workId, handoverId })
    await plant.take('u5', execution.handoverDone, { workId, handoverId, checks })
    // Without the page of all tickets, which shows him this one like any other.
    const own = { permissions: new Set(['lo:work:list']) }
    const told = { success: false, code: 410, message: expect.stringMatching(/负责人交给钱二/) }
    const look = (who: string) => plant.as(who, own).get(tickets.detail.path, { id: workId })
    expect(await look('u5')).toMatchObject(told)
    expect(await look('u6b')).toMatchObject({ success: false, message: notFound.text })
    expect(await look('u5b')).toMatchObject({ success: true })
  })

  it('G22 G13: reversed order, u6’s lock off first, leaves u6b unprotected and stops the switch', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('16:00')
    await plant.take('u6', execution.handoverAsk, { workId, roleTag: 'WORK', toUserId: 'u6b' })
    const worker = { workId, handoverId: await open(workId, 'u6b'), checks }
    await plant.take('u6b', execution.handoverAccept, worker)
    await plant.take('u6', tickets.personalLockOff, { workId, lockId: 'demo-pl6' })
    expect(failing(await plant.call('u6', execution.handoverDone, worker))).toEqual(['G22'])
    expect(await holders(workId, 'WORK')).toEqual(['u6', 'u7'])
    const entering = { workId, personId: await plant.personId(workId, 'u6') }
    expect(failing(await plant.call('u8', tickets.personIn, entering))).toEqual(['G13'])
  })

  it('T34 passes on what the outgoing worker might open, and takes it from him', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('16:00')
    await plant.take('u6', execution.handoverAsk, { workId, roleTag: 'WORK', toUserId: 'u6b' })
    const worker = { workId, handoverId: await open(workId, 'u6b'), checks }
    await plant.take('u6b', execution.handoverAccept, worker)
    await plant.take('u6b', tickets.personalLockOn, { workId, lockId: 'demo-pl6b', boxId: 'demo-lb1' })
    await plant.take('u6', execution.handoverDone, worker)
    const { rows } = await plant.world.database.pool.query(
      `select user_id, status from lo_lock_user where work_id = $1 and lock_id = 'demo-lk4' and phases = '20' order by user_id`,
      [workId],
    )
    expect(rows).toEqual([
      { user_id: 'u6', status: 4 },
      { user_id: 'u6b', status: 1 },
    ])
  })
})

describe('T34 who may', () => {
  it('only the holder asks, the incoming accepts, another tenant sees nothing, and a certificate is asked of who comes (G03)', async () => {
    const workId = await carryOut(plant, 'working')
    const ask = { workId, roleTag: 'GUARD', toUserId: 'u8b' }
    expect(await plant.call('u6', execution.handoverAsk, ask)).toMatchObject({ success: false, code: 4224 })
    expect(await plant.call('u11', execution.handoverAsk, ask)).toMatchObject({ success: false })
    const bare = await plant.call('u8', execution.handoverAsk, ask)
    expect(bare).toMatchObject({ success: false, code: 4206 })
    expect((await plant.detail(workId)).handovers).toEqual([])
    await plant.world.database.pool.query(
      `insert into lo_person_cert (id, user_id, cert_type, cert_no, valid_from, valid_to, status)
       values ('c8b', 'u8b', '01', 'N1', '2026-01-01', '2027-12-31', 1)`,
    )
    await plant.take('u8', execution.handoverAsk, ask)
    const handover = { workId, handoverId: await open(workId, 'u8') }
    expect(await plant.call('u7', execution.handoverAccept, handover)).toMatchObject({
      success: false,
      code: 4030,
    })
    const foreign = plant.as('u8b', { tenantId: 7 })
    const answer = await foreign.post(execution.handoverAccept.path, { ...handover, clientOpId: newUlid() })
    expect(answer.message).toBe('未找到对应实体')
    expect(await plant.call('u8b', execution.handoverAccept, { workId, handoverId: 'none' })).toMatchObject({
      code: 4040,
    })
    await plant.world.database.pool.query(
      `update lo_area set geo_type = 'circle', geo = '{"center": [121.5, 31.2], "radius": 100}' where id = 'demo-a0101'`,
    )
    const accept = (onSite?: object) => plant.call('u8b', execution.handoverAccept, { ...handover, onSite })
    expect((await accept()).message).toContain('未取得您的位置')
    expect((await accept({ lng: 121.6, lat: 31.2 })).message).toContain('不在作业区域')
    expect(await accept({ lng: 121.5, lat: 31.2 })).toMatchObject({ success: true })
    // Both stand there: neither is missing for a moment.
    expect(await holders(workId, 'GUARD')).toEqual(['u8', 'u8b'])
    await plant.take('u8', execution.handoverDone, { ...handover, checks })
    expect(await holders(workId, 'GUARD')).toEqual(['u8b'])
    const { people } = await plant.detail(workId)
    expect(people.find((row) => row['roleTag'] === 'GUARD')).toMatchObject({
      userId: 'u8b',
      checkInTime: expect.any(String),
    })
  })

  it('G22 G15: nobody signs the incoming guardian in: the other stays until he is at the post, and a cancelled handover leaves one', async () => {
    const workId = await carryOut(plant, 'working')
    const query = (text: string) => plant.world.database.pool.query(text)
    await query(`insert into lo_person_cert (id, user_id, cert_type, cert_no, valid_from, valid_to, status)
      values ('c8b', 'u8b', '01', 'N1', '2026-01-01', '2027-12-31', 1)`)
    const ask = { workId, roleTag: 'GUARD', toUserId: 'u8b' }
    await plant.take('u8', execution.handoverAsk, ask)
    const first = { workId, handoverId: await open(workId, 'u8') }
    await plant.take('u8b', execution.handoverAccept, first)
    await plant.take('u8b', execution.handoverCancel, first)
    expect(await holders(workId, 'GUARD')).toEqual(['u8'])
    await plant.take('u8', execution.handoverAsk, ask)
    const second = { workId, handoverId: await open(workId, 'u8') }
    await plant.take('u8b', execution.handoverAccept, second)
    await query(
      `update lo_work_person set away_since = now(), away_why = 'FENCE' where user_id = 'u8b' and state = 1`,
    )
    const gone = await plant.call('u8', execution.handoverDone, { ...second, checks })
    expect(failing(gone)).toEqual(['G22'])
    expect(gone.message).toContain('不在监护岗位')
    await query(`update lo_work_person set away_since = null, away_why = null where user_id = 'u8b'`)
    await plant.take('u8', execution.handoverDone, { ...second, checks })
    expect(await holders(workId, 'GUARD')).toEqual(['u8b'])
  })

  it('the incoming sees the ticket while he is asked, and no longer after it is cancelled; without the permission nobody asks', async () => {
    const workId = await carryOut(plant, 'working')
    await plant.take('u5', execution.handoverAsk, { workId, roleTag: 'LEAD', toUserId: 'u5b' })
    const handover = { workId, handoverId: await open(workId, 'u5b') }
    await plant.take('u5b', execution.handoverCancel, handover)
    expect((await plant.detail(workId)).handovers[0]).toMatchObject({ state: 3 })
    const refused = await plant
      .as('u5', { permissions: new Set(['lo:work:list']) })
      .post(execution.handoverAsk.path, { workId, roleTag: 'LEAD', toUserId: 'u5b', clientOpId: newUlid() })
    expect(refused.success).toBe(false)
  })

  it('T34 of the permitter: the post is asked of the incoming, and his name stands on the ticket afterwards', async () => {
    const workId = await carryOut(plant, 'working')
    const ask = { workId, roleTag: 'PERMIT', toUserId: 'u5b' }
    expect((await plant.call('u4', execution.handoverAsk, ask)).message).toContain('岗位')
    await plant.world.database.pool.query(
      `insert into sys_user_role (id, user_id, role_id) values ('ur4b', 'u5b', 'role-PERMIT')`,
    )
    await plant.take('u4', execution.handoverAsk, ask)
    const handover = { workId, handoverId: await open(workId, 'u5b') }
    await plant.take('u5b', execution.handoverAccept, handover)
    await plant.take('u4', execution.handoverDone, { ...handover, checks })
    expect(await holders(workId, 'PERMIT')).toEqual(['u5b'])
  })
})
