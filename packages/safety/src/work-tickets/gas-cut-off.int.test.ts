import { deviceEndpoints as devices, workTicketEndpoints as tickets, type RuleResult } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { devices as deviceFeature } from '../devices/index.ts'
import { carryOut } from './testing/carry-out.ts'
import { noteSilentGas } from './gas-watch.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({ features: [{ name: 'devices', mount: deviceFeature }] })
})
afterEach(() => plant[Symbol.asyncDispose]())

const good = { pointDesc: '泵坑', gasCode: 'O2', value: 20.9, unit: '%vol', deviceSn: 'GAS4' }
const at = (time: string) => `2026-12-01 ${time}:00`
const query = (text: string) => plant.world.database.pool.query(text)

const cutOff = () => plant.take('u11', devices.disable, { deviceSn: 'GAS4', reason: '读数不可信' })
const sample = (workId: string, time: string, changes: object = {}) =>
  plant.call('u8', tickets.gasAdd, { workId, ...good, sampleTime: at(time), ...changes })

const g14 = async (workId: string) => {
  const answer = await plant.call('u5', tickets.start, { workId })
  return (answer.result as { rules: RuleResult[] }).rules.find((rule) => rule.id === 'G14')
}

/** A ticket ready to start whose oxygen must be tested in the pit. */
async function readyToTest(): Promise<string> {
  const workId = await carryOut(
    plant,
    'ready',
    await plant.draft({ gasPlaces: [{ place: '泵坑', level: '' }] }),
  )
  await query(
    `update lo_work_type set gas_required = 1, gas_codes = 'O2', gas_continuous = 0, gas_repeat_min = 120`,
  )
  plant.at('08:57')
  return workId
}

describe('a gas detector that was cut off (§3.5, decision 0623)', () => {
  it('makes no passing sample by hand, disabled or scrapped; a failing one is taken', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await cutOff()
    const refused = await sample(workId, '09:59')
    expect(refused.success).toBe(false)
    expect(refused.message).toContain('检测仪已禁用，读数不作数，请换用其他检测仪重新检测（检测仪 GAS4）')
    await query(`update lo_device set status = 5 where device_sn = 'GAS4'`)
    expect((await sample(workId, '09:59')).message).toContain('检测仪已报废')
    expect(await sample(workId, '09:59', { value: 8 })).toMatchObject({ success: true })
    expect(await plant.state(workId)).toBe('20/21')
  })

  it('never activated, it makes no passing sample by hand until somebody activates it; a failing one is taken', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await query(`update lo_device set status = 0 where device_sn = 'GAS4'`)
    const refused = await sample(workId, '09:59')
    expect(refused.success).toBe(false)
    expect(refused.message).toContain('检测仪未激活，读数不作数')
    await plant.take('u11', devices.enable, { deviceSn: 'GAS4', reason: '核对实物与检定证书' })
    expect(await sample(workId, '09:59')).toMatchObject({ success: true })
    await query(`update lo_device set status = 0 where device_sn = 'GAS4'`)
    expect(await sample(workId, '09:59', { value: 8 })).toMatchObject({ success: true })
    expect(await plant.state(workId)).toBe('20/21')
  })

  it.each([
    ['while it is off', async () => undefined],
    [
      'when it is let in again',
      () => plant.take('u11', devices.enable, { deviceSn: 'GAS4', reason: '校准合格' }),
    ],
    [
      'when it was deleted',
      () => query(`update lo_device set del_flag = 1 where device_sn = 'GAS4'`).then(() => undefined),
    ],
  ])('G14 what it found good before no longer counts, %s', async (_name, then) => {
    const workId = await readyToTest()
    await sample(workId, '08:56')
    expect(await g14(workId)).toMatchObject({ pass: true })
    plant.at('08:58')
    await cutOff()
    await then()
    expect(await g14(workId)).toMatchObject({
      pass: false,
      text: expect.stringContaining('泵坑 O2 由检测仪 GAS4 检测，该检测仪之后被停用，读数不作数'),
    })
    expect((await plant.detail(workId)).gasPlan).toMatchObject([{ gasCode: 'O2', state: 'untested' }])
    await sample(workId, '08:58', { deviceSn: 'GAS1' })
    expect(await g14(workId)).toMatchObject({ pass: true })
  })

  it('G14 let in again it measures as before', async () => {
    const workId = await readyToTest()
    await cutOff()
    plant.at('08:58')
    await plant.take('u11', devices.enable, { deviceSn: 'GAS4', reason: '校准合格' })
    plant.at('08:59')
    await sample(workId, '08:59')
    expect(await g14(workId)).toMatchObject({ pass: true })
  })

  it('what it found good does not answer for bad air that was found before', async () => {
    const workId = await carryOut(plant, 'ready')
    plant.at('08:57')
    await sample(workId, '08:56', { deviceSn: 'GAS1', value: 10 })
    plant.at('08:58')
    await sample(workId, '08:58')
    expect(await g14(workId)).toMatchObject({ pass: true })
    plant.at('08:59')
    await cutOff()
    expect(await g14(workId)).toMatchObject({ pass: false, text: expect.stringContaining('泵坑 O2 不合格') })
  })

  it('running work it had measured is warned of at once and stops after five minutes, unless tested again', async () => {
    const look = async () => (await noteSilentGas(plant.world.ctx)).told
    const workId = await readyToTest()
    await sample(workId, '08:57')
    plant.at('09:00')
    await plant.take('u5', tickets.start, { workId })
    await plant.take('u4', tickets.start, { workId })
    plant.at('09:10')
    expect(await look()).toBe(0)
    const { message } = await plant.call('u11', devices.disable, { deviceSn: 'GAS4', reason: '读数不可信' })
    expect(message).toContain('它在 1 张未结束工作票上测得的合格读数不再作数')
    expect([await look(), await look()]).toEqual([1, 0])
    plant.at('09:14')
    await look()
    expect(await plant.state(workId)).toBe('20/20')
    plant.at('09:15')
    await look()
    expect(await plant.state(workId)).toBe('20/21')
    const { stopCauses } = await plant.detail(workId)
    expect(stopCauses).toMatchObject([{ kind: '2', reason: expect.stringContaining('GAS4') }])
  })

  it('running work that is tested again by another one goes on', async () => {
    const workId = await readyToTest()
    await sample(workId, '08:57')
    plant.at('09:00')
    await plant.take('u5', tickets.start, { workId })
    await plant.take('u4', tickets.start, { workId })
    plant.at('09:10')
    await cutOff()
    await sample(workId, '09:09', { deviceSn: 'GAS1' })
    plant.at('09:20')
    await noteSilentGas(plant.world.ctx)
    expect(await plant.state(workId)).toBe('20/20')
  })
})
