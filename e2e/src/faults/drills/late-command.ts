import { lockEndpoints, type OpenAnswer } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { demoDevices } from '@suoan/simulator'
import { carryOutToWork } from '../../journeys/carry-out.ts'
import type { Drill } from './drill.ts'

/** LK4 hangs behind GW1 here, as SC19 has it. */
const devices = demoDevices.map((device) => (device.sn === 'LK4' ? { ...device, parentSn: 'GW1' } : device))
const behindGateway = `update lo_device set parent_sn = 'GW1' where device_sn = 'LK4'`

/** SC19: a command that times out and arrives late. */
export const lateCommand: Drill = {
  name: 'SC19 指令超时后才送达',
  done: '网关 GW1 把 20 s 的开锁指令留到第 24 s 才交给 LK4',
  must: '锁丢弃（LO-D1003）；20 s 时“结果未知”；不自动重发；READSTATE 为关；再按是新指令；重放被拒（LO-D1004）',
  async run(stage, tally) {
    const plant = await stage.plant({ devices, before: behindGateway })
    const workId = await carryOutToWork(plant)
    await plant.at('10:00')
    const heard: { id: string; type: string; nonce: string }[] = []
    plant.simulator.on((event) => {
      if (event.type === 'command' && event.sn === 'LK4') heard.push(event.command)
    })
    const opens = () => heard.filter(({ type }) => type === 'OPEN')
    const press = (): Promise<OpenAnswer> =>
      plant.take('u6', lockEndpoints.open, {
        lockId: 'demo-lk4',
        workId,
        proof: { qr: 'LK4' },
        clientOpId: newUlid(),
      })
    const command = async (cmdId: string | null) =>
      (
        await plant.rows('select status, result_code, result_msg, ttl_ms from lo_cmd where cmd_id = $1', [
          cmdId,
        ])
      )[0]
    const state = async () =>
      (await plant.rows(`select lock_status, latch from lo_lock where id = 'demo-lk4'`))[0]

    plant.lock('LK4').setBusy(true)
    const first = await press()
    await plant.until(opens, (found) => found.length === 1)
    tally.same('指令的时限', (await command(first.cmdId))?.['ttl_ms'], 20_000)
    plant.clock.advance(19_999)
    await plant.due()
    tally.same('20 s 以前还在等', (await command(first.cmdId))?.['status'], 1)
    plant.clock.advance(1)
    await plant.due()
    const timedOut = { status: 10, result_code: null, result_msg: '结果未知，以锁状态为准', ttl_ms: 20_000 }
    tally.same('20 s 时的指令', await command(first.cmdId), timedOut)
    plant.clock.advance(4_000)
    const acks: unknown[] = []
    plant.simulator.on((event) => {
      if (event.type === 'said' && event.sn === 'LK4' && event.message.suffix === 'ack')
        acks.push(event.message.payload['code'])
    })
    plant.lock('LK4').setBusy(false)
    await plant.until(
      () => acks,
      (found) => found.length > 0,
    )
    tally.same('锁的回答', acks, ['LO-D1003'])
    tally.same('锁仍关着', plant.lock('LK4').state().latch, 1)

    await plant.take('u6', lockEndpoints.readState, { lockId: 'demo-lk4' })
    const read = await plant.until(
      () => plant.rows(`select status from lo_cmd where cmd_type = 'READSTATE' and lock_id = 'demo-lk4'`),
      (found) => found.every(({ status }) => status === 8),
    )
    tally.same('READSTATE', read.at(-1), { status: 8 })
    tally.same('锁状态', await state(), { lock_status: 1, latch: 1 })
    tally.same('迟到的回答不改结果', await command(first.cmdId), timedOut)
    tally.same('没有自动重发', opens().length, 1)

    const second = await press()
    tally.holds('再按一次是新的指令', second.cmdId !== null && second.cmdId !== first.cmdId)
    const opened = await plant.until(state, (found) => found?.['lock_status'] === 2)
    tally.same('第二次打开了锁', opened, { lock_status: 2, latch: 0 })
    await plant.lock('LK4').close()

    const [, used] = opens()
    acks.length = 0
    // A port that hands the nonce on, as somebody who has listened would.
    const replay = {
      cmdId: newUlid(),
      tenantId: 0,
      sn: 'LK4',
      parentSn: 'GW1',
      type: 'OPEN' as const,
      exp: plant.clock.now() + 20_000,
      by: 'u6',
      workId,
      decisionId: second.decisionId,
      params: {},
      nonce: used?.nonce,
    }
    await plant.server().ctx.locks.send(replay)
    await plant.until(
      () => acks,
      (found) => found.length > 0,
    )
    tally.same('重放的 nonce', acks, ['LO-D1004'])
    tally.same('重放没有打开锁', plant.lock('LK4').state().latch, 1)
    tally.count(`开锁指令 ${opens().length} 条（2 次按下，1 次重放）`)
  },
}
