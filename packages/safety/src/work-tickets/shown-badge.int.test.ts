import { externalPersonEndpoints as externals, workTicketEndpoints as tickets } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { externalPeople } from '../external-people/index.ts'
import { carryOut } from './testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

const lock = { lockId: 'pl-pool', boxId: 'demo-lb1' }
let plant: TicketWorld
let workId: string
let personId: string
beforeEach(async () => {
  plant = await createTicketWorld({
    features: [{ name: 'external-people', mount: externalPeople }],
    prepare: `insert into lo_lock select (jsonb_populate_record(l, jsonb_build_object('id', 'pl-pool',
      'lock_code', 'PL99', 'lock_name', '备用个人锁', 'owner_user_id', null, 'device_sn', null, 'qr_code', null))).* from lo_lock l where id = 'demo-pl6'`,
  })
  workId = await carryOut(plant, 'working')
  await newPass()
  await plant.take('u5', tickets.crewAdd, { workId, externalId: 'demo-ex1', roleTag: 'CONTR' })
  const { people } = await plant.detail(workId)
  personId = String(people.find((row) => row['externalId'] === 'demo-ex1')?.['id'])
  const handwriting = [{ personId, image: await plant.photo('u5') }]
  await plant.take('u5', tickets.brief, { workId, personIds: [personId], handwriting })
})
afterEach(() => plant[Symbol.asyncDispose]())

const newPass = async () => (await plant.take('u12', externals.issuePass, { id: 'demo-ex1' })).code
const hang = async (badge: string) =>
  plant.call('u8', tickets.personalLockOn, {
    workId,
    ...lock,
    personId,
    badge,
    handwriting: await plant.photo('u8'),
  })
const takeOff = async (badge: string) =>
  plant.call('u8', tickets.personalLockOff, {
    workId,
    lockId: lock.lockId,
    personId,
    badge,
    handwriting: await plant.photo('u8'),
  })
const enter = (badge: string) => plant.call('u8', tickets.personIn, { workId, personId, badge })
const ends = (column: 'valid_from' | 'valid_to', at: string) =>
  plant.world.database.pool.query(
    `update lo_day_pass set ${column} = $1 where external_id = 'demo-ex1' and revoke_time is null`,
    [at],
  )

describe('the badge that is shown proves who stands there, not another one of the same person (decision 0535)', () => {
  it('T26 T28 a badge that was lost and replaced hangs no lock and lets nobody in; the new one does', async () => {
    const lost = await newPass()
    const badge = await newPass()
    expect((await hang(lost)).message).toContain('这张通行码已作废（换发新证）')
    expect(await hang(badge)).toMatchObject({ success: true })
    expect((await enter(lost)).message).toContain('这张通行码已作废（换发新证）')
    expect((await plant.detail(workId)).ticket['onSiteCount']).toBe(0)
    expect(await enter(badge)).toMatchObject({ success: true })
  })

  it('T28 a badge outside its hours lets nobody in, whatever other pass the person has', async () => {
    const early = await newPass()
    expect(await hang(early)).toMatchObject({ success: true })
    await ends('valid_to', '2026-12-01 09:00:00+08')
    plant.at('09:30')
    const second = await newPass()
    expect((await enter(early)).message).toContain('这张通行码已于')
    await ends('valid_from', '2026-12-01 08:00:00+08')
    expect(await enter(second)).toMatchObject({ success: true })
  })

  it('T42 a revoked badge takes no lock off, also one of somebody who gets no new pass; one that ran out does', async () => {
    const badge = await newPass()
    await hang(badge)
    await plant.take('u12', externals.blacklist, { id: 'demo-ex1', on: true, reason: '酒后进厂' })
    const revoked = await takeOff(badge)
    expect(revoked.message).toContain('这张通行码已作废')
    expect(revoked.message).toContain('紧急摘锁')
    await plant.take('u12', externals.blacklist, { id: 'demo-ex1', on: false, reason: '申诉成立' })
    expect((await takeOff(badge)).message).toContain('这张通行码已作废')
    const next = await newPass()
    await ends('valid_to', '2026-12-01 09:00:00+08')
    plant.at('09:30')
    expect(await takeOff(next)).toMatchObject({ success: true })
  })

  it('T29 who counts heads lets anybody out whatever has become of his badge; a found badge alone counts nobody out', async () => {
    const badge = await newPass()
    await hang(badge)
    await enter(badge)
    await plant.take('u12', externals.revokePass, { id: 'demo-ex1', reason: '遗失' })
    const found = await plant.call('u7', tickets.personOut, { workId, personId, badge })
    expect(found.message).toContain('这张通行码已作废（遗失）')
    expect((await plant.detail(workId)).ticket['onSiteCount']).toBe(1)
    await plant.take('u8', tickets.personOut, { workId, personId, badge })
    expect((await plant.detail(workId)).ticket['onSiteCount']).toBe(0)
  })

  it('whoever reads a revoked badge is told so, though its person has another one that is good', async () => {
    const lost = await newPass()
    const badge = await newPass()
    expect((await plant.take('u7', externals.byBadge, { code: lost })).gap).toContain(
      '这张通行码已作废（换发新证）',
    )
    expect((await plant.take('u7', externals.byBadge, { code: badge })).gap).toBeNull()
  })
})
