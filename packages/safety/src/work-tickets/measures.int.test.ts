import { workTicketEndpoints as tickets } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut, crewActions, points } from './testing/carry-out.ts'
import { failing } from './testing/failing-rules.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

const query = async (text: string, values: unknown[] = []) =>
  (await plant.world.database.pool.query(text, values)).rows
const measureIds = async (workId: string): Promise<string[]> =>
  (await plant.detail(workId)).measures.map((row) => String(row['id']))
const confirm = async (who: string, workId: string, changes: object = {}) =>
  plant.call(who, tickets.measureConfirm, { workId, measureIds: await measureIds(workId), ...changes })
const lapse = (who: string, workId: string, ids: readonly string[]) =>
  plant.call(who, tickets.measureConfirm, { workId, measureIds: ids, inPlace: false })

/** Everything is ready for the start but the measures, of which nobody has said anything yet. */
async function readyButForMeasures(): Promise<string> {
  const workId = await carryOut(plant, 'ready')
  expect(await lapse('u8', workId, await measureIds(workId))).toMatchObject({ success: true })
  plant.at('09:00')
  return workId
}

describe('G28 measures are confirmed on site, by name and time, before the start (LoWorkMeasure)', () => {
  it('the start is refused with every measure nobody has confirmed, and passes when all are', async () => {
    const workId = await readyButForMeasures()
    const refused = await plant.call('u5', tickets.start, { workId })
    expect(failing(refused)).toEqual(['G28'])
    expect(refused.message).toContain('确认设备已停运并与系统隔离')
    const { missing, siteActions } = await plant.detail(workId, 'u8')
    expect(missing).toContain('2 条安全措施未现场确认')
    expect(siteActions).toContain('measureConfirm')
    const [first = ''] = await measureIds(workId)
    await plant.take('u5', tickets.measureConfirm, { workId, measureIds: [first] })
    const half = await plant.call('u5', tickets.start, { workId })
    expect(failing(half)).toEqual(['G28'])
    expect(half.message).not.toContain('确认设备已停运并与系统隔离')
    await plant.take('u8', tickets.measureConfirm, { workId, measureIds: await measureIds(workId) })
    await crewActions.start({ take: plant.take, closes: plant.locks.closes }, workId)
    expect(await plant.state(workId)).toBe('20/20')
  })

  it('each measure keeps the name, the time and the signature of whoever confirmed it first', async () => {
    const workId = await readyButForMeasures()
    const [first = ''] = await measureIds(workId)
    await plant.take('u5', tickets.measureConfirm, { workId, measureIds: [first] })
    plant.at('09:02')
    await plant.take('u8', tickets.measureConfirm, { workId, measureIds: await measureIds(workId) })
    const rows = await query(
      `select m.result, m.confirm_by, m.confirm_time, s.signer_id, s.sign_role, s.biz_id = m.id as own,
        s.signed_content_hash = w.content_hash as of_this_content from lo_work_measure m
      join lo_work w on w.id = m.work_id join lo_work_sign s on s.id = m.sign_id where m.work_id = $1 order by m.order_num`,
      [workId],
    )
    const at = (minutes: number) => new Date(plant.world.clock.now() - minutes * 60_000)
    const signed = { result: 1, sign_role: 'MEASURE', own: true, of_this_content: true }
    expect(rows).toEqual([
      { ...signed, confirm_by: 'u5', confirm_time: at(2), signer_id: 'u5' },
      { ...signed, confirm_by: 'u8', confirm_time: at(0), signer_id: 'u8' },
    ])
    expect((await plant.detail(workId)).measures).toMatchObject([
      { confirmName: '钱工' },
      { confirmName: '吴监' },
    ])
    const [last] = await query(
      `select event, diff::text as diff from lo_work_trans where work_id = $1 order by seq desc limit 1`,
      [workId],
    )
    expect(last.diff).toContain('measureConfirm')
    expect(last.diff).toContain('confirmBy')
  })

  it('who neither leads nor guards nor isolates confirms nothing', async () => {
    const workId = await readyButForMeasures()
    for (const who of ['u1', 'u2', 'u6', 'u12'])
      expect(await confirm(who, workId)).toMatchObject({ success: false })
    expect(await query('select 1 from lo_work_measure where confirm_by is not null')).toEqual([])
  })

  it('nobody writes it at his desk: not with the draft, and not before the ticket is approved', async () => {
    const workId = await plant.draft({
      measures: [{ content: '动火点 10 米内可燃物已清除', result: 1, confirmBy: 'u5' } as never],
    })
    const stored = 'select result, confirm_by from lo_work_measure where work_id = $1'
    expect(await query(stored, [workId])).toEqual([{ result: 0, confirm_by: null }])
    expect((await confirm('u5', workId)).message).toContain('未批准')
  })

  it('a measure of another ticket, or one that does not apply, is not confirmed', async () => {
    const other = await plant.draft()
    const workId = await readyButForMeasures()
    const answer = await confirm('u8', workId, { measureIds: await measureIds(other) })
    expect(answer.message).toContain('不在本票')
  })

  it('where the policy demands it he proves himself for these measures; without that nothing is confirmed', async () => {
    const workId = await readyButForMeasures()
    await query(`update lo_work_type set measure_sign = 'SECRET'`)
    expect((await confirm('u8', workId)).message).toContain('须验证本人后签署')
    const [id = ''] = await measureIds(workId)
    const { contentHash } = (await plant.detail(workId)).ticket
    const signProof = await plant.signProof('u8', id, contentHash ?? '')
    const both = await confirm('u8', workId, { signProof })
    expect(both.message).toContain('签署验证已过期或不是对本次内容所做')
    expect(await confirm('u8', workId, { measureIds: [id], signProof })).toMatchObject({ success: true })
    expect(await query('select sign_type from lo_work_sign where biz_id = $1', [id])).toContainEqual({
      sign_type: 'PIN',
    })
  })

  it('where the area has a fence he confirms inside it; that a measure is not in place is taken from anywhere', async () => {
    const workId = await readyButForMeasures()
    await query(
      `update lo_area set geo_type = 'circle', geo = '{"center": [121.5, 31.2], "radius": 100}' where id = 'demo-a0101'`,
    )
    expect((await confirm('u8', workId)).message).toContain('未取得您的位置')
    expect((await confirm('u8', workId, { onSite: { lng: 121, lat: 31.2 } })).message).toContain('围栏')
    expect(await confirm('u8', workId, { onSite: { lng: 121.5, lat: 31.2 } })).toMatchObject({
      success: true,
    })
    expect(await lapse('u6', workId, await measureIds(workId))).toMatchObject({ success: true })
  })

  it('a measure that is not in place any more stops the work, which goes on only when it was confirmed again', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('09:03')
    const [id = ''] = await measureIds(workId)
    expect(await lapse('u6', workId, [id])).toMatchObject({ success: true, result: { transId: 'T32' } })
    expect(await plant.state(workId)).toBe('20/21')
    const { stopCauses } = await plant.detail(workId)
    expect(stopCauses).toMatchObject([{ reason: '安全措施不到位：确认设备已停运并与系统隔离' }])
    plant.at('09:04')
    await plant.take('u12', tickets.causeClose, {
      workId,
      causeId: String(stopCauses[0]?.causeId),
      evidence: '已重新停机断电并复核',
    })
    for (const { lock } of points) await plant.locks.confirms(lock)
    expect(failing(await plant.call('u5', tickets.resume, { workId }))).toEqual(['G28'])
    expect(await confirm('u8', workId)).toMatchObject({ success: true })
    await plant.take('u5', tickets.resume, { workId })
    await plant.take('u4', tickets.resume, { workId })
    expect(await plant.state(workId)).toBe('20/20')
  })
})
