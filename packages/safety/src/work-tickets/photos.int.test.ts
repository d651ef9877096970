import { workTicketEndpoints as tickets } from '@suoan/contract'
import { createHash } from 'node:crypto'
import { StoreAwayError } from '@suoan/platform/files/store/blob-store'
import { newUlid } from '@suoan/kit/id'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { carryOut } from './testing/carry-out.ts'
import { picture } from './testing/picture.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld

beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

const siteChecks = { people: true, tools: true, guards: true }
const release = (workId: string, photo: string) =>
  plant.call('u5', tickets.releaseBegin, { workId, siteChecks, photo, notified: true })

describe('a photo of the site check (G20)', () => {
  it('G20 T41: is refused with its reason when it was never uploaded, is another person’s, old, lost, or of another ticket', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('15:00')
    expect((await release(workId, 'made-up.jpg')).message).toContain('不存在')
    expect((await release(workId, await plant.photo('u6'))).message).toContain('他人上传')
    const lost = await plant.photo('u5')
    await plant.world.ctx.blobs.delete({ tenantId: 0, path: lost })
    expect((await release(workId, lost)).message).toContain('损坏或丢失')
    const used = await plant.photo('u5')
    await plant.world.database.pool.query(
      `insert into lo_evidence_file (id, path, work_id, subject_kind, subject_id, purpose, sha256, size, user_id,
        upload_time, use_time) values ('f1', $1, 'other', 'work', 'other', 'siteCheck', '', 1, 'u5', now(), now())`,
      [used],
    )
    expect((await release(workId, used)).message).toContain('另一项作业')
    const old = await plant.photo('u5')
    plant.at('15:31')
    expect((await release(workId, old)).message).toContain('超过 30 分钟')
    expect(await plant.state(workId)).toBe('20/20')
    expect((await release(workId, await plant.photo('u5'))).success).toBe(true)
  })

  it('while the file store is away is refused with 503 and the ticket stays as it is; the same call goes through after', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('15:00')
    const photo = await plant.photo('u5')
    const before = await plant.detail(workId)
    const away = vi
      .spyOn(plant.world.ctx.blobs, 'get')
      .mockRejectedValue(new StoreAwayError(new Error('away')))
    const once = { workId, siteChecks, photo, notified: true, clientOpId: newUlid() }
    expect(await plant.call('u5', tickets.releaseBegin, once)).toMatchObject({
      code: 503,
      message: expect.stringContaining('文件存储暂时不可用，请稍后重试'),
    })
    expect(await plant.detail(workId)).toEqual(before)
    const { rows } = await plant.world.database.pool.query('select 1 from lo_evidence_file where path = $1', [
      photo,
    ])
    expect(rows).toEqual([])
    away.mockRestore()
    expect((await plant.call('u5', tickets.releaseBegin, once)).success).toBe(true)
  })

  it('G20 T41: is refused when it cannot be decoded, shows nothing, or has proved something before', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('15:00')
    const given = async (content: Buffer) => (await release(workId, await plant.photo('u5', content))).message
    expect(await given(Buffer.from([0x89, 0x50, 0x4e, 0x47]))).toContain('打不开')
    const whole = picture()
    expect(await given(whole.subarray(0, whole.length / 2))).toContain('打不开')
    expect(await given(picture({ width: 199 }))).toContain('太小')
    expect(await given(picture({ isBlank: true }))).toContain('一种颜色')
    // Yesterday's photo of another ticket, uploaded again.
    await plant.world.database.pool.query(
      `insert into lo_evidence_file (id, path, work_id, subject_kind, subject_id, purpose, sha256, size, user_id,
        upload_time, use_time) values ('f1', 'old.png', 'other', 'work', 'other', 'siteCheck', $1, 1, 'u5', now(), now())`,
      [createHash('sha256').update(whole).digest('hex')],
    )
    expect(await given(whole)).toContain('另一项作业')
    expect(await plant.state(workId)).toBe('20/20')
    expect((await release(workId, await plant.photo('u5'))).success).toBe(true)
  })

  it('G20: the policy says how long an upload counts', async () => {
    await plant.world.database.pool.query('update lo_work_type set photo_max_min = 5')
    const workId = await carryOut(plant, 'working')
    plant.at('15:00')
    const photo = await plant.photo('u5')
    plant.at('15:06')
    expect((await release(workId, photo)).message).toContain('超过 5 分钟')
  })

  it('M4 G20: the digest of the photo stands in the chain of the ticket', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('15:00')
    const photo = await plant.photo('u5')
    expect((await release(workId, photo)).success).toBe(true)
    const { rows } = await plant.world.database.pool.query(
      `select diff::text as diff, f.sha256 from lo_work_trans t join lo_evidence_file f on f.work_id = t.work_id
      where t.work_id = $1 and trans_id = 'T41' and f.path = $2`,
      [workId, photo],
    )
    expect(rows[0].diff).toContain(rows[0].sha256)
  })
})

describe('a photo of a zero-energy test (T24, T25)', () => {
  const verify = (workId: string, verifyResult: number) =>
    plant.call('u10', tickets.pointVerify, {
      workId,
      pointId: 'demo-pt1',
      verifyMethod: '2',
      verifyValue: verifyResult === 1 ? '0' : '12',
      verifyUnit: 'V',
      verifyResult,
      photo: 'made-up.jpg',
    })

  it('T25: a failure is taken also while the file store is away; its photo is not bound', async () => {
    const workId = await carryOut(plant, 'locked')
    const photo = await plant.photo('u10')
    vi.spyOn(plant.world.ctx.blobs, 'get').mockRejectedValue(new StoreAwayError(new Error('away')))
    const failure = await plant.call('u10', tickets.pointVerify, {
      workId,
      pointId: 'demo-pt1',
      verifyMethod: '2',
      verifyValue: '12',
      verifyUnit: 'V',
      verifyResult: 0,
      photo,
    })
    expect(failure.success).toBe(true)
    const { rows } = await plant.world.database.pool.query('select 1 from lo_evidence_file where path = $1', [
      photo,
    ])
    expect(rows).toEqual([])
  })

  it('T24: a proof with a made-up photo is refused', async () => {
    const workId = await carryOut(plant, 'locked')
    expect((await verify(workId, 1)).message).toContain('不存在')
  })

  it('T25: a failure is taken all the same, and keeps why its photo counts for nothing', async () => {
    const workId = await carryOut(plant, 'locked')
    expect((await verify(workId, 0)).success).toBe(true)
    const { rows } = await plant.world.database.pool.query(
      `select diff::text as diff from lo_work_trans where work_id = $1 order by seq desc limit 1`,
      [workId],
    )
    expect(rows[0].diff).toContain('照片没有上传成功或不存在')
  })
})
