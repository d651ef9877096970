import { lockEndpoints, openSessionEndpoints as open, warningStatisticsEndpoints } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut } from '../work-tickets/testing/carry-out.ts'
import { sessionRows } from '../work-tickets/testing/opening-world.ts'
import { createWarningWorld, type WarningWorld } from './testing/warning-world.ts'

let plant: WarningWorld
let session = ''
beforeEach(async () => {
  plant = await createWarningWorld({ prepare: sessionRows(['u11']) })
  const workId = await carryOut(plant, 'working')
  plant.at('09:05')
  await plant.opensCabinet(workId)
  await plant.due()
  const opened = await rowOf('u12')
  session = opened?.sessionId ?? ''
})
afterEach(() => plant[Symbol.asyncDispose]())

const rowOf = async (who: string) =>
  (await plant.take(who, lockEndpoints.openList, { tab: 'opening' })).records.find(
    ({ id }) => id === 'demo-lk4',
  )

describe('an opening that takes longer', () => {
  it('is asked for by the opener and decided by somebody else, and only then is the limit another one', async () => {
    const before = (await rowOf('u12'))?.limitSec ?? 0
    await plant.take('u6', open.extendAsk, { sessionId: session, minutes: 20, reason: '拆检未完成' })
    const again = await plant.call('u6', open.extendAsk, { sessionId: session, minutes: 5, reason: '再要' })
    expect(again.message).toContain('等待审批')
    const asked = (await rowOf('u12'))?.extension
    expect(asked).toMatchObject({ minutes: 20, reason: '拆检未完成', askBy: 'u6', mayDecide: true })
    expect((await rowOf('u6'))?.extension).toMatchObject({ mayDecide: false })
    const may = { permissions: new Set(['lo:warn:adminClose', 'lo:lock:list']) }
    const own = await plant.as('u6', may).post(open.extendDecide.path, { id: asked?.id, agree: true })
    expect(own.message).toContain('不能审批自己的延长')
    expect((await rowOf('u12'))?.limitSec).toBe(before)
    await plant.take('u12', open.extendDecide, { id: asked?.id, agree: true })
    expect(await rowOf('u12')).toMatchObject({ limitSec: before + 20 * 60, extension: null })
    const late = await plant.call('u12', open.extendDecide, { id: asked?.id, agree: true })
    expect(late.message).toContain('没有等待审批')
  })

  it('is given once, however often the same request is agreed to at the same moment', async () => {
    const before = (await rowOf('u12'))?.limitSec ?? 0
    await plant.take('u6', open.extendAsk, { sessionId: session, minutes: 20, reason: '拆检未完成' })
    const id = (await rowOf('u12'))?.extension?.id
    const agree = () => plant.call('u12', open.extendDecide, { id, agree: true })
    const answers = await Promise.all([agree(), agree(), agree()])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect((await rowOf('u12'))?.limitSec).toBe(before + 20 * 60)
  })

  it('never goes beyond the ticket, nor beyond the closing of the lock', async () => {
    plant.at('16:30')
    const long = await plant.call('u6', open.extendAsk, {
      sessionId: session,
      minutes: 240,
      reason: '拆检未完成',
    })
    expect(long.success).toBe(true)
    const { pool } = plant.world.database
    await pool.query(`delete from lo_open_extend`)
    await pool.query(`update lo_lock_onoff set limit_sec = 7 * 3600 where id = $1`, [session])
    const beyond = await plant.call('u6', open.extendAsk, {
      sessionId: session,
      minutes: 240,
      reason: '拆检',
    })
    expect(beyond.message).toContain('到期')
    // Before the start a ticket has no other end than the planned one.
    await pool.query(`update lo_work set valid_end = null`)
    const planned = { sessionId: session, minutes: 240, reason: '拆检' }
    expect((await plant.call('u6', open.extendAsk, planned)).message).toContain('到期')
    await pool.query(`update lo_lock_onoff set state = 2 where id = $1`, [session])
    const shut = await plant.call('u6', open.extendAsk, { sessionId: session, minutes: 10, reason: '拆检' })
    expect(shut.message).toContain('已经关闭')
  })

  it('without a ticket is extended by four hours in all, however many agree', async () => {
    const { pool } = plant.world.database
    await pool.query(`update lo_lock_onoff set work_id = null, work_no = null where id = $1`, [session])
    const ask = (minutes: number) =>
      plant.call('u6', open.extendAsk, { sessionId: session, minutes, reason: '拆检未完成' })
    for (const minutes of [150, 80]) {
      expect((await ask(minutes)).success).toBe(true)
      await plant.take('u12', open.extendDecide, { id: (await rowOf('u12'))?.extension?.id, agree: true })
    }
    expect((await ask(15)).message).toContain('最多再延长 10 分钟')
    expect((await ask(10)).success).toBe(true)
    // Agreed to meanwhile by other ways, it is refused at the decision too.
    await pool.query(
      `insert into lo_open_extend (id, tenant_id, session_id, lock_id, minutes, reason, ask_by, ask_time, result)
        values ('other', 0, $1, 'demo-lk4', 10, '拆检', 'u5', now(), 1)`,
      [session],
    )
    const id = (await rowOf('u12'))?.extension?.id
    const late = await plant.call('u12', open.extendDecide, { id, agree: true })
    expect(late.message).toContain('不能再延长')
    await plant.take('u12', open.extendDecide, { id, agree: false })
    expect((await ask(5)).message).toContain('请关锁')
  })

  it('is not asked for by people it does not concern', async () => {
    const other = plant.as('u13', { permissions: new Set(['lo:lock:list']) })
    const asked = await other.post(open.extendAsk.path, { sessionId: session, minutes: 10, reason: '试试' })
    expect(asked.success).toBe(false)
  })
})

describe('people at open locks', () => {
  it('are reminded once within five minutes', async () => {
    expect(await plant.take('u12', open.remind, { sessionIds: [session] })).toEqual({
      notified: 1,
      waiting: 0,
    })
    expect(await plant.take('u12', open.remind, { sessionIds: [session] })).toEqual({
      notified: 0,
      waiting: 1,
    })
    plant.at('09:12')
    expect(await plant.take('u12', open.remind, { sessionIds: [session] })).toEqual({
      notified: 1,
      waiting: 0,
    })
    const { rows } = await plant.world.database.pool.query(
      `select titile from sys_announcement where bus_type = 'openRemind' order by send_time`,
    )
    expect(rows[0]?.titile).toContain('请关锁')
  })
})

describe('statistics of unclosed locks', () => {
  it('count by area, person, reason and kind what the caller may see', async () => {
    plant.at('10:30')
    await plant.due()
    const asked = { beginDate: '2026-12-01', endDate: '2026-12-01' }
    const answer = await plant.take('u12', warningStatisticsEndpoints.statistics, asked)
    const warned = await plant.warnings()
    expect(answer.total).toBe(warned.length)
    expect(answer.byPerson[0]).toMatchObject({ key: 'u6', live: expect.any(Number) })
    expect(answer.byCause[0]).toMatchObject({ key: '', name: '未登记原因' })
    expect(answer.byArea[0]?.name).not.toBe('')
    expect(answer.byType.reduce((sum, { count }) => sum + count, 0)).toBe(answer.total)
    const long = await plant.call('u12', warningStatisticsEndpoints.statistics, {
      beginDate: '2026-01-01',
      endDate: '2026-12-01',
    })
    expect(long.message).toContain('92 天')
  })
})
