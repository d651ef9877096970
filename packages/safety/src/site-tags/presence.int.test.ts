import {
  lockEndpoints,
  siteTagEndpoints as tags,
  workTicketEndpoints as tickets,
  type OpenAnswer,
} from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { locks } from '../locks/index.ts'
import { carryOut } from '../work-tickets/testing/carry-out.ts'
import { sessionRows } from '../work-tickets/testing/opening-world.ts'
import { createTicketWorld, type TicketWorld } from '../work-tickets/testing/ticket-world.ts'
import { siteTags } from './index.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({
    features: [
      { name: 'site-tags', mount: siteTags },
      { name: 'locks', mount: locks },
    ],
    locks: { send: async () => ({ sent: true }) },
    prepare: sessionRows(['u6']),
  })
})
afterEach(() => plant[Symbol.asyncDispose]())

const query = async (text: string) => (await plant.world.database.pool.query(text)).rows
const issue = async (kind: 'POINT' | 'LOCK' | 'AREA', id: string): Promise<string> =>
  (await plant.take('u11', tags.issue, { kind, id })).code
const open = (proof: object | null, workId: string) =>
  plant.call('u6', lockEndpoints.open, { lockId: 'demo-lk4', workId, proof })
const failing = (answer: { result: Pick<OpenAnswer, 'rules'> }) =>
  answer.result.rules.filter(({ applies, pass }) => applies && !pass).map(({ id }) => id)
const operate = (workId: string, pointId: string, proof: object, who = 'u9') =>
  plant.call(who, tickets.pointOperate, { workId, pointId, proof })
const scans = () => query('select * from lo_site_scan order by scan_time, id')

describe('the tag of a place', () => {
  it('R12 a number that everybody reads in a list is no tag, whatever the keeper wrote into the QR field', async () => {
    const workId = await carryOut(plant, 'working')
    await query('delete from lo_site_tag')
    expect(failing(await open({ qr: 'LK4' }, workId))).toEqual(['R12'])
    expect(failing(await open({ nfcUid: 'NFC-LK4' }, workId))).toEqual(['R12'])
    await query(`update lo_lock set qr_code = 'printed-4711' where id = 'demo-lk4'`)
    expect((await open({ qr: 'printed-4711' }, workId)).success).toBe(true)
  })

  it('R12 T21 issued, its text alone counts; issued again, the one before is worth nothing', async () => {
    const workId = await carryOut(plant, 'isolating')
    const first = await issue('POINT', 'demo-pt1')
    const second = await issue('POINT', 'demo-pt1')
    expect(second).not.toBe(first)
    for (const made of ['PT1', 'Q1', first, second.toLowerCase(), 'SA-'])
      expect((await operate(workId, 'demo-pt1', { qr: made })).message).toContain('现场扫码')
    expect((await operate(workId, 'demo-pt1', { qr: second })).success).toBe(true)
  })

  it('is told once, to who may issue it, and shown nowhere: not in the ticket, not in the point, not in the database', async () => {
    const workId = await carryOut(plant, 'isolating')
    const answer = await plant.as('u6', { permissions: new Set(['lo:work:list']) }).post(tags.issue.path, {
      kind: 'POINT',
      id: 'demo-pt1',
    })
    expect(answer).toMatchObject({ success: false, code: 510 })
    expect(
      (await plant.as('u11', { tenantId: 7 }).post(tags.issue.path, { kind: 'POINT', id: 'demo-pt1' }))
        .message,
    ).toBe('未找到对应实体')
    const code = await issue('POINT', 'demo-pt1')
    const stored = JSON.stringify([await plant.detail(workId), await query('select * from lo_site_tag')])
    expect(stored).not.toContain(code)
    // What used to be proof is not handed to everybody on the ticket either.
    expect(JSON.stringify(await plant.detail(workId))).not.toContain('NFC-PT2')
  })
})

describe('a scan', () => {
  it('R12 is a row: who, where, when by the server, from which session, and the question it answered', async () => {
    const workId = await carryOut(plant, 'working')
    const proof = { qr: await issue('LOCK', 'demo-lk4'), at: 1, lng: 120.1, lat: 30.1 }
    plant.at('10:00')
    expect((await open(proof, workId)).success).toBe(true)
    expect((await scans()).at(-1)).toMatchObject({
      user_id: 'u6',
      session_id: 's-u6',
      subject_kind: 'LOCK',
      subject_id: 'demo-lk4',
      method: 'QR',
      matched: 1,
      channel: 'ONLINE',
      claimed_time: null,
      scan_time: new Date('2026-12-01T02:00:00Z'),
      question: 'lock.open',
      work_id: workId,
    })
  })

  it('R12 the time a client tells is not read: neither an old one refuses nor a new one helps', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    const { scanId } = await scanAs('u6', 'LOCK', 'demo-lk4', { nfcUid: 'NFC-LK4' })
    expect((await open({ nfcUid: 'NFC-LK4', at: 1 }, workId)).success).toBe(true)
    plant.world.clock.advance(121_000)
    const answer = await open({ scanId, at: plant.world.clock.now() }, workId)
    expect(failing(answer)).toEqual(['R12'])
    expect(JSON.stringify(answer.result.rules)).toContain('已超过 2 分钟')
  })

  it('R12 opens once: the same scan again is refused', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    const { scanId } = await scanAs('u6', 'LOCK', 'demo-lk4', { nfcUid: 'NFC-LK4' })
    expect((await open({ scanId }, workId)).success).toBe(true)
    const again = await open({ scanId }, workId)
    expect(failing(again)).toEqual(['R12'])
    expect(JSON.stringify(again.result.rules)).toContain('已用过一次')
  })

  it('T21 of another point, of another person, too old or used is refused, and says so', async () => {
    const workId = await carryOut(plant, 'isolating')
    const { scanId } = await scanAs('u9', 'POINT', 'demo-pt1', { qr: 'PT1' })
    expect((await operate(workId, 'demo-pt2', { scanId })).success).toBe(false)
    const foreign = await scanAs('u10', 'POINT', 'demo-pt1', { qr: 'PT1' })
    expect((await operate(workId, 'demo-pt1', { scanId: foreign.scanId })).message).toContain('现场扫码')
    plant.world.clock.advance(121_000)
    expect((await operate(workId, 'demo-pt1', { scanId })).message).toContain('已超过 2 分钟')
    const fresh = await scanAs('u9', 'POINT', 'demo-pt1', { qr: 'PT1' })
    expect((await operate(workId, 'demo-pt1', { scanId: fresh.scanId })).success).toBe(true)
    const tag = { workId, pointId: 'demo-pt1', lockId: 'demo-lk1', proof: { scanId: fresh.scanId } }
    await plant.locks.closes('LK1')
    expect((await plant.call('u9', tickets.pointLock, tag)).message).toContain('已用过一次')
  })

  it('T22 a tag of another point shows that somebody is at the wrong one', async () => {
    const workId = await carryOut(plant, 'isolating')
    await operate(workId, 'demo-pt1', { qr: 'PT1' })
    await plant.locks.closes('LK1')
    const lock = (proof: object) =>
      plant.call('u9', tickets.pointLock, { workId, pointId: 'demo-pt1', lockId: 'demo-lk1', proof })
    expect((await lock({ qr: 'PT2' })).message).toContain('是否站在正确的隔离点')
    expect((await lock({ qr: 'PT1' })).success).toBe(true)
  })

  it('that fits nowhere is kept as one that did not fit, and answers nothing', async () => {
    const answer = await plant.call('u9', tags.scan, { kind: 'POINT', id: 'demo-pt1', qr: 'made-up' })
    expect(answer).toMatchObject({ success: false, result: null })
    expect(await scans()).toMatchObject([{ matched: 0, used_time: null }])
  })
})

describe('a photo as proof (T21)', () => {
  it('is one this person has just stored, and proves once', async () => {
    const workId = await carryOut(plant, 'isolating')
    const old = await plant.photo('u9')
    plant.at('08:41')
    for (const [photo, reason] of [
      ['made-up.jpg', '不存在'],
      [await plant.photo('u10'), '他人上传'],
      [old, '超过 10 分钟'],
    ] as const)
      expect((await operate(workId, 'demo-pt1', { photo })).message).toContain(reason)
    const photo = await plant.photo('u9')
    expect((await operate(workId, 'demo-pt1', { photo })).success).toBe(true)
    const drain = { workId, pointId: 'demo-pt4', residualDone: 1, proof: { photo } }
    expect((await plant.call('u9', tickets.pointOperate, drain)).success).toBe(false)
  })
})

describe('the site check (G20)', () => {
  const checks = { people: true, tools: true, guards: true }
  const begin = async (workId: string, more: object) =>
    plant.call('u5', tickets.releaseBegin, {
      workId,
      photo: await plant.photo('u5'),
      notified: true,
      ...more,
    })

  it('G20 T41 asks three questions: a missing answer refuses and is named, and one flag answers none of them', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('15:00')
    for (const [item, text] of [
      ['people', '区域未检查'],
      ['tools', '工具与杂物未清理'],
      ['guards', '防护装置未恢复'],
    ] as const) {
      const answer = await begin(workId, { siteChecks: { ...checks, [item]: false } })
      expect(answer.message).toContain(text)
    }
    const oneFlag = await begin(workId, { areaCleared: true })
    expect(oneFlag.message).toContain('工具与杂物未清理')
    expect(oneFlag.message).toContain('防护装置未恢复')
    expect(await query('select * from lo_work_site_check')).toEqual([])
  })

  it('G20 each answer is a row of its own, by whom and when', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('15:00')
    const photo = await plant.photo('u5')
    expect((await begin(workId, { siteChecks: checks, photo })).success).toBe(true)
    const rows = await query(
      'select item, done, photo, check_by, check_time from lo_work_site_check order by item',
    )
    const by = { done: 1, photo, check_by: 'u5', check_time: new Date('2026-12-01T07:00:00Z') }
    expect(rows).toEqual(['GUARDS', 'PEOPLE', 'TOOLS'].map((item) => ({ item, ...by })))
  })
})

async function scanAs(who: string, kind: 'POINT' | 'LOCK', id: string, proof: object) {
  const scan = await plant.take(who, tags.scan, { kind, id, ...proof })
  if (scan === null) throw new Error('the scan fits nowhere')
  return scan
}
