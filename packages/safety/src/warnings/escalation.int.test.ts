import { warningEndpoints } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Broadcasts } from '@suoan/contract/events'
import { carryOut } from '../work-tickets/testing/carry-out.ts'
import { moment } from '../work-tickets/testing/demo-draft.ts'
import { sweepWarnings } from './sweep.ts'
import { createWarningWorld, type WarningWorld } from './testing/warning-world.ts'
import { endsWell } from '../work-tickets/testing/ends-well.ts'

let plant: WarningWorld
let pushed: Broadcasts['notice.sent'][]
beforeEach(async () => {
  plant = await createWarningWorld()
  pushed = []
  plant.world.ctx.broadcasts.on('notice.sent', (event) => void pushed.push(event))
})
afterEach(() => plant[Symbol.asyncDispose]())

const at = async (time: string) => {
  plant.at(time)
  await plant.beats('LK4')
  await plant.due()
}
const notifiedAt = (time: string) => {
  const from = pushed.length
  return at(time).then(() =>
    pushed.slice(from).filter(({ msgTxt }) => msgTxt.includes('LK4') || msgTxt.includes('柜锁')),
  )
}
const row = async (): Promise<Record<string, unknown>> => {
  const rows = await plant.warnings()
  expect(rows).toHaveLength(1)
  return rows[0] ?? {}
}
const total = async (who: string) => (await plant.bell(who)).warringMsgTotal

describe('SC12 an access lock is left open', () => {
  it('W01: 13:15 L1 opener and guardian, 13:30 L2, 13:45 L3 every five minutes until acknowledged, closed by CLOSE with 3000 s', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('13:00')
    await plant.opensCabinet(workId)
    await at('13:14')
    expect(await plant.warnings()).toEqual([])

    const [l1] = await notifiedAt('13:15')
    expect(l1?.userIds?.toSorted()).toEqual(['u6', 'u8'])
    expect(l1?.msgTxt).toBe('10kV 3号柜锁已开启15分钟未关闭')
    expect(await row()).toMatchObject({
      warn_type: 'W01',
      warn_level: 1,
      status: 0,
      threshold_sec: 900,
      work_id: workId,
    })
    expect([await total('u6'), await total('u5')]).toEqual([1, 0])
    expect(await notifiedAt('13:20')).toEqual([])

    const [l2] = await notifiedAt('13:30')
    expect(l2?.userIds?.toSorted()).toEqual(['u11', 'u3', 'u5', 'u6', 'u8'])
    const [l3] = await notifiedAt('13:45')
    expect(l3?.userIds).toEqual(expect.arrayContaining(['u12', 'u2', 'u5', 'u6', 'u8', 'u11', 'u3']))
    expect(await row()).toMatchObject({ warn_level: 3, esc_level: 3, status: 0 })

    plant.at('13:46')
    const { id } = (await row()) as { id: string }
    expect(await plant.call('u5', warningEndpoints.ack, { id, remark: '已派人' })).toMatchObject({
      success: true,
    })
    expect(await row()).toMatchObject({ status: 1, ack_by: 'u5', close_time: null })
    expect(await notifiedAt('13:50')).toEqual([])
    expect(await total('u6')).toBe(1)

    await plant.report('LK4', { type: 'CLOSE', uid: 'u6', after: { latch: 1, shackle: 1 } })
    await expect.poll(async () => (await row())['status']).toBe(3)
    expect(await row()).toMatchObject({
      close_kind: 1,
      close_by: 'u6',
      duration_sec: 3000,
      next_time: null,
    })
    expect(await total('u6')).toBe(0)
    expect(await plant.alarms()).toEqual([])
    await endsWell(plant, workId)
  })

  it('W01: only whom it was told quietens it, the opener not from level 2 on, and after half an hour it is told again', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('13:00')
    await plant.opensCabinet(workId)
    await at('13:15')
    const { id } = (await row()) as { id: string }
    expect(await plant.call('u6', warningEndpoints.ack, { id })).toMatchObject({ success: true })
    await at('13:30')
    const opener = await plant.call('u6', warningEndpoints.ack, { id })
    expect(opener.message).toContain('开锁人本人不能确认')
    await at('13:45')
    // Sees every warning of the plant, was told of none.
    const stranger = await plant.call('u13', warningEndpoints.ack, { id })
    expect(stranger.message).toContain('未通知您')
    expect((await plant.call('u6', warningEndpoints.ack, { id })).success).toBe(false)
    expect(await row()).toMatchObject({ status: 0, warn_level: 3 })
    // What they have found is kept, and quietens nothing.
    await plant.take('u6', warningEndpoints.finding, { id, finding: '我在处理' })
    expect(await row()).toMatchObject({ status: 0, finding: '我在处理' })
    plant.at('13:46')
    await plant.take('u12', warningEndpoints.ack, { id, remark: '已派人' })
    expect(await notifiedAt('13:50')).toEqual([])
    expect(await notifiedAt('14:14')).toEqual([])
    expect(await notifiedAt('14:15')).toHaveLength(1)
    expect(await row()).toMatchObject({ status: 0 })
    expect(await notifiedAt('14:20')).toHaveLength(1)
  })

  it('W01: level 3 is told again every five minutes while nobody acknowledges', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('13:00')
    await plant.opensCabinet(workId)
    for (const time of ['13:15', '13:30', '13:45']) await at(time)
    expect(await notifiedAt('13:49')).toEqual([])
    expect(await notifiedAt('13:50')).toHaveLength(1)
    expect(await notifiedAt('13:51')).toEqual([])
    expect(await notifiedAt('13:55')).toHaveLength(1)
  })

  it('W01: a read warning is counted again when it rises, so the bell sounds; reading does not close it', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('13:00')
    await plant.opensCabinet(workId)
    await at('13:15')
    const [first] = (await plant.bell('u6')).warringMsgList
    const mark = { anntId: first?.id ?? '' }
    await plant.as('u6').put('/sys/sysAnnouncementSend/editByAnntIdAndUserId', mark)
    expect(await total('u6')).toBe(0)
    await at('13:30')
    expect(await total('u6')).toBe(1)
    expect(await plant.call('u6', warningEndpoints.count)).toMatchObject({
      result: { total: 1, l1: 0, l2: 1, l3: 0 },
    })
  })

  it('W01: a server that was away finds it at the level it has reached; several servers make one row and one message', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('13:00')
    await plant.opensCabinet(workId)
    plant.at('13:40')
    await plant.beats('LK4')
    await Promise.all([1, 2, 3].map(() => sweepWarnings(plant.world.ctx)))
    expect(await row()).toMatchObject({ warn_level: 2, raise_time: new Date(moment('13:15')) })
    expect(pushed.filter(({ msgTxt }) => msgTxt.includes('柜锁'))).toHaveLength(1)
  })

  it('W01: the ticket item’s allowed minutes take the place of the type’s', async () => {
    const workId = await carryOut(plant, 'working')
    await plant.world.database.pool.query(
      `update lo_work_lock set allow_open_min = 60 where work_id = $1 and lock_id = 'demo-lk4'`,
      [workId],
    )
    plant.at('13:00')
    await plant.opensCabinet(workId)
    await at('13:59')
    expect(await plant.warnings()).toEqual([])
    await at('14:00')
    expect(await row()).toMatchObject({ warn_type: 'W01', threshold_sec: 3600 })
  })
})

describe('listByUser', () => {
  it('answers all three lists exactly as the bell reads them', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('13:00')
    await plant.opensCabinet(workId)
    await at('13:15')
    const { id, warn_no: warnNo } = await row()
    const bell = await plant.bell('u8')
    expect(Object.keys(bell).toSorted()).toEqual([
      'anntMsgList',
      'anntMsgTotal',
      'sysMsgList',
      'sysMsgTotal',
      'warringMsgList',
      'warringMsgTotal',
    ])
    expect(bell.warringMsgList).toEqual([
      {
        id,
        titile: '10kV 3号柜锁已开启15分钟未关闭',
        msgContent: 'LK4 · 10kV配电室 · 开启于 2026-12-01 13:00:00',
        sender: '系统',
        sendTime: '2026-12-01 13:15:00',
        createTime: '2026-12-01 13:15:00',
        priority: 'L',
        openType: 'component',
        openPage: 'isps/userUncloseLock',
        busId: warnNo,
      },
    ])
    // The moves of the ticket have told the guardian too, in the tab of system messages.
    expect(bell.sysMsgTotal).toBeGreaterThan(0)
    expect(bell.sysMsgList.length).toBeLessThanOrEqual(5)
    expect(bell.sysMsgList[0]).toMatchObject({
      msgCategory: '2',
      openType: 'url',
      openPage: `/isps/loWorkView/${workId}`,
      sendStatus: '1',
      delFlag: '0',
    })
    await at('13:30')
    await at('13:45')
    expect((await plant.bell('u12')).warringMsgList[0]?.priority).toBe('H')
    expect(await plant.as('u8', { tenantId: 7 }).get('/sys/annountCement/listByUser')).toMatchObject({
      result: { warringMsgTotal: 0, sysMsgTotal: 0, anntMsgTotal: 0 },
    })
  })
})

describe('closing without a CLOSE', () => {
  const raised = async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('13:00')
    await plant.opensCabinet(workId)
    await at('13:15')
    return String((await row())['id'])
  }
  const adminClose = async (who: string, id: string, more = {}) =>
    plant.call(who, warningEndpoints.adminClose, {
      id,
      remark: '现场核实已锁',
      photo: await plant.photo(who),
      ...more,
    })

  /** Gives somebody, in the database too, the right to both closings and the list. */
  const mayClose = (...who: string[]) =>
    plant.world.database.pool.query(
      `with p as (insert into sys_permission (id, name, menu_type, perms, parent_id)
          values ('warn-close', '关闭警告', 2, 'lo:warn:adminClose,lo:warn:falseAlarm', ''),
            ('warn-list', '列表', 2, 'lo:warn:list', '') returning id),
        r as (insert into sys_role (id, role_name, role_code) values ('role-warn', '值班', 'warn') returning id),
        g as (insert into sys_role_permission (id, role_id, permission_id) select p.id, r.id, p.id from r, p)
      insert into sys_user_role (id, user_id, role_id) select 'warn-' || u, u, r.id from unnest($1::text[]) u, r`,
      [who],
    )

  it.each([
    ['the caller himself', 'u12', '您本人'],
    ['the opener', 'u6', '开锁人'],
    ['nobody', 'no-such-person', '不存在或已停用'],
    ['a frozen account', 'u4', '不存在或已停用', `update sys_user set status = 2 where id = 'u4'`],
    [
      'an account of another tenant',
      'u4',
      '不存在或已停用',
      `update sys_user set rel_tenant_ids = '7' where id = 'u4'`,
    ],
    ['who may not close warnings', 'u13', '没有“管理关闭”的权限'],
    [
      'who does not see the warning',
      'u4',
      '看不到这条警告',
      `insert into sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value, status)
        values ('warn-none', 'warn-list', 'n', 'warnNo', '=', 'none', '1');
      update sys_role_permission set data_rule_ids = 'warn-none' where id = 'warn-list';
      delete from lo_warn_user where user_id = 'u4'`,
    ],
  ])('nobody is named to confirm who could not: %s', async (_who, secondUserId, words, given = '') => {
    const id = await raised()
    await mayClose('u4', 'u6', 'u12')
    await plant.world.database.pool.query(given)
    expect(await adminClose('u12', id, { secondUserId })).toMatchObject({
      success: false,
      message: expect.stringContaining(words),
    })
    expect(await row()).toMatchObject({ ask_by: null })
    expect(await adminClose('u12', id)).toMatchObject({ result: { waiting: true } })
  })

  it('takes two people, the first with a photo, not the opener; the session ends with closeKind 5, the lock stays as it reported', async () => {
    const id = await raised()
    expect(await adminClose('u6', id)).toMatchObject({
      success: false,
      message: expect.stringContaining('本人'),
    })
    expect(await adminClose('u12', id, { photo: '' })).toMatchObject({
      success: false,
      message: '请先拍摄现场照片',
    })
    const before = (await row()).status
    expect(await adminClose('u12', id)).toMatchObject({ result: { done: false, waiting: true } })
    // One person's word takes the warning off nobody: it is told as often as before.
    expect(await row()).toMatchObject({ status: before, close_time: null })
    const photo = await plant.photo('u12')
    expect(await adminClose('u12', id, { photo })).toMatchObject({ result: { done: false, waiting: true } })
    expect(await adminClose('u4', id, { photo: null })).toMatchObject({ result: { done: true } })
    expect(await row()).toMatchObject({
      status: 3,
      close_kind: 5,
      close_by: 'u12',
      co_close_by: 'u4',
      close_photo: photo,
    })
    const { rows } = await plant.world.database.pool.query(
      `select s.state, s.close_kind, l.lock_status from lo_lock_onoff s join lo_lock l on l.id = s.lock_id where l.id = 'demo-lk4'`,
    )
    expect(rows).toEqual([{ state: 2, close_kind: 5, lock_status: 2 }])
    expect(await adminClose('u4', id)).toMatchObject({ success: false })
  })

  it('an agreement later than ten minutes is no agreement; only the named second may give it', async () => {
    const id = await raised()
    await mayClose('u4')
    await adminClose('u12', id, { secondUserId: 'u4' })
    expect((await plant.bell('u4')).sysMsgList[0]?.titile).toContain('请确认管理关闭')
    expect(await adminClose('u3', id)).toMatchObject({ success: false })
    plant.at('13:26')
    expect(await adminClose('u4', id)).toMatchObject({ result: { done: false, waiting: true } })
  })

  it('a false alarm takes two as well and ends no session', async () => {
    const id = await raised()
    const input = { id, remark: '传感器故障' }
    await plant.take('u12', warningEndpoints.falseAlarm, { ...input, photo: await plant.photo('u12') })
    await plant.take('u4', warningEndpoints.falseAlarm, input)
    expect(await row()).toMatchObject({ status: 4 })
    const { rows } = await plant.world.database.pool.query(
      `select state from lo_lock_onoff where lock_id = 'demo-lk4'`,
    )
    expect(rows).toEqual([{ state: 1 }])
  })

  it('needs the permission, and a warning one may not see does not exist (V-rows: 510, other tenant, hidden row)', async () => {
    const id = await raised()
    const body = { id, remark: '现场核实', photo: 'p.jpg' }
    const none = plant.as('u7', { permissions: new Set<string>() })
    expect(await none.post(warningEndpoints.adminClose.path, body)).toMatchObject({ code: 510 })
    const foreign = plant.as('u7', { tenantId: 7 })
    expect(await foreign.post(warningEndpoints.ack.path, { id })).toMatchObject({ message: '未找到对应实体' })
    const blind = plant.as('u7', { permissions: new Set(['lo:warn:ack']) })
    expect(await blind.post(warningEndpoints.ack.path, { id })).toMatchObject({ message: '未找到对应实体' })
    const told = plant.as('u8', { permissions: new Set(['lo:warn:ack']) })
    expect(await told.post(warningEndpoints.ack.path, { id })).toMatchObject({ success: true })
  })

  it('the opener is asked to close once a minute, findings are kept, and my list shows mine', async () => {
    const id = await raised()
    const ask = () => plant.call('u5', warningEndpoints.requestClose, { id })
    expect(await ask()).toMatchObject({ result: { notified: 2 } })
    expect(await ask()).toMatchObject({ result: { notified: 0 } })
    expect((await plant.bell('u6')).sysMsgList[0]?.titile).toBe('请立即关闭10kV 3号柜锁')
    await plant.take('u5', warningEndpoints.finding, { id, finding: '柜门被线缆卡住', cause: '3' })
    expect(await row()).toMatchObject({ finding: '柜门被线缆卡住', cause: '3', status: 2 })
    const mine = (await plant.take('u6', warningEndpoints.myList, {})).records
    expect(mine).toMatchObject([
      {
        id,
        warnType: 'W01',
        warnType_dictText: 'W01',
        lockName: '10kV 3号柜锁',
        areaName: '10kV配电室',
        durationSec: 900,
      },
    ])
    expect((await plant.take('u7', warningEndpoints.myList, {})).total).toBe(0)
  })
})
