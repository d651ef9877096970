import { offlineEndpoints as offline, workTicketEndpoints as tickets } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recheckTokens } from '../end-tokens.ts'
import { carryOut } from '../testing/carry-out.ts'
import { createOpeningWorld } from '../testing/opening-world.ts'
import type { TicketWorld } from '../testing/ticket-world.ts'
import { takeAlong } from './testing.ts'

let plant: TicketWorld
let workId: string
beforeEach(async () => {
  plant = await createOpeningWorld(['u6', 'u7', 'u8'])
  workId = await carryOut(plant, 'working')
  plant.at('10:00')
})
afterEach(() => plant[Symbol.asyncDispose]())

const query = (text: string) => plant.world.database.pool.query(text)
const ask = (who: string, deviceSn: string) => plant.call(who, offline.offlineToken, { workId, deviceSn })
const lost = (deviceSn: string) => plant.take('u11', offline.carrierLost, { deviceSn })
const found = (deviceSn: string) =>
  plant.call('u11', offline.carrierFound, { deviceSn, reason: '已当面核对' })
const signsInAt = (who: string, time: string) =>
  query(`update sys_session set created_at = '2026-12-01 ${time}+08' where user_id = '${who}'`)
const upload = async (ops: Awaited<ReturnType<typeof takeAlong>>['kept']) =>
  (await plant.take('u8', offline.syncOps, { deviceId: 'PHONE-u8', ops })).results
const live = async () => (await query(`select 1 from lo_grant_token where status <> 4`)).rows.length

describe('§9.2 a lost carrier carries nothing', () => {
  it('a phone that was reported lost gets no token and no capsule until it is found', async () => {
    await takeAlong(plant, 'u6', workId)
    expect(await lost('PHONE-u6')).toMatchObject({ tokens: 2, locks: 2 })
    expect(await ask('u6', 'PHONE-u6')).toMatchObject({ success: false })
    expect((await ask('u6', 'PHONE-u6')).message).toContain('报失')
    await expect(takeAlong(plant, 'u6', workId)).rejects.toThrow('报失')
    // Its login is as lost as the phone: another number does not help whoever has it.
    expect((await ask('u6', 'ANOTHER')).message).toContain('重新登录')
    plant.at('10:10')
    await signsInAt('u6', '10:05:00')
    expect((await ask('u6', 'ANOTHER')).result).toHaveLength(2)
    expect((await ask('u6', 'PHONE-u6')).message).toContain('报失')
    expect(await found('PHONE-u6')).toMatchObject({ success: true })
    expect((await ask('u6', 'PHONE-u6')).result).toHaveLength(2)
  })

  it('a phone is one person’s until it is released', async () => {
    await takeAlong(plant, 'u6', workId)
    expect((await ask('u7', 'PHONE-u6')).message).toContain('登记在 孙作 名下')
    expect((await found('NOBODYS')).success).toBe(false)
    expect(await found('PHONE-u6')).toMatchObject({
      success: true,
      message: expect.stringContaining('解除登记'),
    })
    expect((await ask('u7', 'PHONE-u6')).success).toBe(true)
  })

  it('the list of phones tells whose each is, when it was heard last, and which are lost', async () => {
    await takeAlong(plant, 'u6', workId)
    plant.at('10:05')
    await takeAlong(plant, 'u7', workId)
    await lost('PHONE-u6')
    expect(await plant.take('u11', offline.phones)).toEqual([
      {
        deviceSn: 'PHONE-u6',
        holderName: '孙作',
        boundTime: '2026-12-01 10:00:00',
        lastSign: '2026-12-01 10:00:00',
        lostTime: '2026-12-01 10:05:00',
        lostByName: expect.any(String),
        foundTime: null,
      },
      expect.objectContaining({ deviceSn: 'PHONE-u7', lostTime: null, lastSign: '2026-12-01 10:05:00' }),
    ])
    // Of two who press 已找回 one brings it back, and the other takes it from nobody.
    const press = () =>
      plant.call('u11', offline.carrierFound, { deviceSn: 'PHONE-u6', reason: '已当面核对', as: 'found' })
    expect(await press()).toMatchObject({ success: true })
    expect(await press()).toMatchObject({ success: false, message: expect.stringContaining('请刷新') })
    const [, phone] = await plant.take('u11', offline.phones)
    expect(phone).toMatchObject({
      deviceSn: 'PHONE-u6',
      holderName: '孙作',
      lostTime: null,
      foundTime: '2026-12-01 10:05:00',
    })
  })

  it('a smart key carries only while it is in use, and nothing else of the register carries at all', async () => {
    expect((await ask('u6', 'K1')).result).toHaveLength(2)
    expect((await ask('u6', 'GAS1')).message).toContain('不是智能钥匙')
    await query(`update lo_device set status = 3 where device_sn = 'K1'`)
    await recheckTokens(plant.world.ctx)
    expect(await live()).toBe(0)
    expect((await ask('u6', 'K1')).message).toContain('停用')
  })

  it('of what a lost phone has signed only what makes safer is taken, also when it is found again', async () => {
    const personId = await plant.personId(workId, 'u6')
    const phone = await takeAlong(plant, 'u6', workId)
    await plant.take('u8', tickets.personIn, { workId, personId })
    plant.at('10:05')
    const leaving = phone.does('personOut', { personId })
    const off = phone.does('personalLockOff', { lockId: 'demo-pl6' })
    const brief = phone.does('brief', { personIds: [personId] })
    plant.at('10:10')
    await lost('PHONE-u6')
    expect((await upload([leaving, off, brief])).map(({ result }) => result)).toEqual([
      'applied',
      'rejected',
      'rejected',
    ])
    await found('PHONE-u6')
    await signsInAt('u6', '10:11:00')
    plant.at('10:12')
    expect((await ask('u6', 'PHONE-u6')).success).toBe(true)
    const late = phone.does('personalLockOff', { lockId: 'demo-pl6' })
    const [answer] = await upload([late])
    expect(answer).toMatchObject({ result: 'rejected', reason: expect.stringContaining('报失') })
  })
})
