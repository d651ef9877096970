import {
  emergencyEndpoints as calls,
  siteTagEndpoints,
  workTicketEndpoints as tickets,
} from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runDueTimers } from '@suoan/platform/timers/testing'
import { siteTags } from '../site-tags/index.ts'
import { carryOut, steps } from './testing/carry-out.ts'
import { DAY } from './testing/demo-draft.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({ features: [{ name: 'site-tags', mount: siteTags }] })
})
afterEach(() => plant[Symbol.asyncDispose]())

const query = async (text: string, values: unknown[] = []) =>
  (await plant.world.database.pool.query(text, values)).rows

/** An emergency repair is planned for now and at most eight hours. */
const draft = async () => {
  await query(`update lo_area set geo_type = 'circle', geo = '{"center": [121.5, 31.2], "radius": 100}'
    where id = 'demo-a0101'`)
  return plant.draft({
    workType: '31',
    baseTypes: ['10'],
    planStart: `${DAY} 08:00:00`,
    planEnd: `${DAY} 15:00:00`,
  })
}
const noFence = () => query(`update lo_area set geo_type = null, geo = null`)
/** The area of the demo ticket has a fence, and the duty manager stands inside it. */
const inside = { lng: 121.5, lat: 31.2 }
const start = (workId: string, who = 'u4', changes: object = {}) =>
  plant.call(who, calls.start, { workId, reason: '机封泄漏，须立即抢修', onSite: inside, ...changes })
const trail = async (workId: string) =>
  (
    await plant.world.database.pool.query(
      'select trans_id, from_status, to_status from lo_work_trans where work_id = $1 order by seq',
      [workId],
    )
  ).rows

describe('T50 the emergency ticket', () => {
  it('T50: one person on site takes it 0→1→2→4, every row written; G11–G15 are asked as ever', async () => {
    const workId = await draft()
    plant.at('08:00')
    expect(await start(workId)).toMatchObject({ success: true, result: { transId: 'T50', workStatus: 4 } })
    expect(await trail(workId)).toEqual([
      { trans_id: 'T01', from_status: 0, to_status: 0 },
      { trans_id: 'T50', from_status: 0, to_status: 1 },
      { trans_id: 'T50', from_status: 1, to_status: 2 },
      { trans_id: 'T50', from_status: 2, to_status: 4 },
    ])
    await noFence()
    await steps.isolating(plant, workId)
    await steps.locked(plant, workId)
    const early = await plant.call('u5', tickets.start, { workId })
    expect(early.success).toBe(false)
    expect(JSON.stringify(early.result)).toMatch(/G12/)
    await steps.verified(plant, workId)
    await steps.ready(plant, workId)
    await steps.working(plant, workId)
    expect(await plant.state(workId)).toBe('20/20')
  })

  it.each([
    ['no position and no tag', 'u4', { onSite: undefined }, '未取得您的位置'],
    ['a position outside the fence', 'u4', { onSite: { lng: 121.6, lat: 31.2 } }, '围栏内'],
    ['a tag that is none', 'u4', { onSite: undefined, proof: { qr: 'made-up' } }, '须在现场批准'],
    ['no position, only a photo', 'u4', { onSite: undefined, proof: { photo: 'x.jpg' } }, '须在现场批准'],
    ['the applicant himself', 'u1', {}, '权限'],
    ['no reason', 'u4', { reason: ' ' }, '原因'],
  ])('T50 is refused: %s; nothing of the chain stays', async (_why, who, changes, text) => {
    const workId = await draft()
    plant.at('08:00')
    const answer = await start(workId, who, changes)
    expect(answer.success).toBe(false)
    expect(answer.message).toContain(text)
    expect(await plant.state(workId)).toBe('0/0')
  })

  it('T50: a tick in the body is no presence; a tag of the place is, read just now and once', async () => {
    plant.at('08:00')
    const workId = await draft()
    const place = { kind: 'AREA', id: 'demo-a0101' }
    const { code } = await plant.take('u11', siteTagEndpoints.issue, place)
    const by = (proof: object) => start(workId, 'u4', { onSite: undefined, proof })
    expect((await start(workId, 'u4', { onSite: true })).success).toBe(false)
    const old = await plant.take('u4', siteTagEndpoints.scan, { ...place, qr: code })
    plant.world.clock.advance(121_000)
    expect((await by({ scanId: old?.scanId })).message).toContain('已超过 2 分钟')
    const another = await plant.take('u9', siteTagEndpoints.scan, { ...place, qr: code })
    expect((await by({ scanId: another?.scanId })).message).toContain('须在现场批准')
    const fresh = await plant.take('u4', siteTagEndpoints.scan, { ...place, qr: code })
    expect(await by({ scanId: fresh?.scanId })).toMatchObject({ success: true })
    expect(
      (await start(await draft(), 'u4', { onSite: undefined, proof: { scanId: fresh?.scanId } })).message,
    ).toContain('已用过一次')
  })

  it('T50: where no fence is drawn a tag of the place is the way, and the refusal says so', async () => {
    const workId = await draft()
    await noFence()
    plant.at('08:00')
    const refused = await start(workId)
    expect(refused.message).toContain('没有可用的电子围栏')
    expect(JSON.stringify(refused.result)).toContain('扫描现场标签')
    // The tag of a point of the ticket shows the place as well.
    expect(await start(workId, 'u4', { onSite: undefined, proof: { qr: 'PT1' } })).toMatchObject({
      success: true,
    })
  })

  it('T50 is for type 31 only', async () => {
    const workId = await plant.draft()
    expect((await start(workId)).message).toContain('抢修票')
  })

  it('T50: a link of the chain that fails takes all of it back', async () => {
    const workId = await plant.draft({
      workType: '31',
      baseTypes: ['10'],
      planStart: `${DAY} 08:00:00`,
      planEnd: `${DAY} 20:00:00`,
    })
    plant.at('08:00')
    expect((await start(workId)).success).toBe(false)
    expect(await plant.state(workId)).toBe('0/0')
    expect(await trail(workId)).toHaveLength(1)
  })

  it('T50: the review afterwards is somebody else’s, due in 24 h, and overdue it is escalated', async () => {
    const workId = await draft()
    plant.at('08:00')
    await start(workId)
    expect((await plant.call('u12', calls.afterReview, { workId, opinion: '' })).success).toBe(false)
    expect(await plant.call('u4', calls.afterReview, { workId, opinion: '同意' })).toMatchObject({
      success: false,
    })
    plant.at('08:01', '2026-12-02')
    await runDueTimers(plant.world.ctx)
    expect((await plant.detail(workId)).ticket['afterReviewState']).toBe(3)
    const { rows } = await plant.world.database.pool.query(
      "select titile from sys_announcement where titile like '%未补审查%'",
    )
    expect(rows.length).toBeGreaterThan(0)
    await plant.take('u12', calls.afterReview, { workId, opinion: '抢修必要，措施到位' })
    expect((await plant.detail(workId)).ticket).toMatchObject({ afterReviewState: 2, afterReviewBy: 'u12' })
    expect((await plant.call('u12', calls.afterReview, { workId, opinion: '再审' })).success).toBe(false)
  })
})

it('T49 T11: nobody is approved onto a ticket, with its grants, while he has a removed lock to acknowledge', async () => {
  const workId = await carryOut(plant, 'reviewed')
  await query(`insert into lo_emergency_removal (id, tenant_id, lock_id, work_id, hold_id, owner_id, reason, request_by, request_time,
      owner_absent_proof, contact_log, area_clear_proof, state)
    values ('rm1', 0, 'demo-pl6', 'other', 'h1', 'u6', '离厂', 'u5', now(), '{}', '[]', '{}', 2)`)
  const answer = await plant.examine(workId)
  expect(answer.success).toBe(false)
  expect(JSON.stringify(answer)).toContain('您的锁曾被他人拆除')
  expect(await query('select 1 from lo_lock_user where work_id = $1', [workId])).toEqual([])
  await query(`update lo_emergency_removal set state = 3`)
  expect(await plant.examine(workId)).toMatchObject({ success: true })
})

describe('what ends, ends', () => {
  it('T51: an ended ticket is not reopened; copying is said to be the way', async () => {
    const workId = await carryOut(plant, 'restored')
    plant.at('15:30')
    await plant.take('u5', tickets.finish, { workId, closeResult: '1', notified: true })
    await plant.take('u3', tickets.accept, { workId })
    await plant.take('u4', tickets.finish, { workId, closeResult: '1', notified: true })
    const answer = await plant.call('u1', calls.reopen, { workId })
    expect(answer).toMatchObject({ success: false, code: 4201 })
    expect(answer.message).toContain('请复制为新票')
  })

  it('T52 T53 T18: isolation given up, points restored, voided as 未开工', async () => {
    const workId = await carryOut(plant, 'locked')
    plant.at('08:52')
    await plant.take('u4', tickets.isolateCancel, { workId, notified: true })
    expect(await plant.state(workId)).toBe('4/24')
    expect((await plant.call('u4', tickets.void, { workId, reason: '取消' })).success).toBe(false)
    await plant.take('u9', tickets.pointRestore, { workId, pointId: 'demo-pt4' })
    for (const [pointId, lock] of [
      ['demo-pt3', 'LK3'],
      ['demo-pt2', 'LK2'],
      ['demo-pt1', 'LK1'],
    ] as const) {
      await plant.locks.opens(lock)
      await plant.take('u9', tickets.pointRestore, { workId, pointId })
      await plant.locks.closes(lock)
    }
    await expect.poll(() => plant.state(workId)).toBe('4/0')
    expect((await plant.call('u1', tickets.void, { workId, reason: '取消' })).success).toBe(false)
    await plant.take('u4', tickets.void, { workId, reason: '设备改为下月检修' })
    expect((await plant.detail(workId)).ticket).toMatchObject({ voidFlag: 1, closeResult: '3' })
  })

  it('T18: the applicant voids a draft, a submitted and a reviewed ticket; nobody one at work', async () => {
    for (const upTo of ['submitted', 'reviewed'] as const) {
      const workId = await carryOut(plant, upTo)
      await plant.take('u1', tickets.void, { workId, reason: '不再需要' })
      expect((await plant.detail(workId)).ticket['voidFlag']).toBe(1)
    }
    const drafted = await plant.draft()
    await plant.take('u1', tickets.void, { workId: drafted, reason: '写错' })
    const working = await carryOut(plant, 'working')
    for (const who of ['u1', 'u4', 'u12'])
      expect(await plant.call(who, tickets.void, { workId: working, reason: 'x' })).toMatchObject({
        success: false,
        code: 4201,
      })
  })
})
