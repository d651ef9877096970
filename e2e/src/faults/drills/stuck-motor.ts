import { lockEndpoints } from '@suoan/contract'
import { demoDevices } from '@suoan/simulator'
import type { Drill } from './drill.ts'

/** LK4 moves its bolt with a motor here, and stands open. */
const devices = demoDevices.map((device) =>
  device.sn === 'LK4' ? { ...device, motor: true, open: true } : device,
)

export const stuckMotor: Drill = {
  name: '电机锁动作中断电',
  done: '对 LK4 下发关锁，锁舌刚开始动电源就断了；15 s 后电源恢复，读取状态',
  must: '动作中不算关；15 s 后为 6 卡滞并报 A04；READSTATE 说出真实状态后恢复，A04 结束',
  async run(stage, tally) {
    const plant = await stage.plant({ devices })
    await plant.at('10:00')
    const status = async () =>
      (await plant.rows(`select lock_status from lo_lock where id = 'demo-lk4'`))[0]?.['lock_status']
    const alarms = async () =>
      (await plant.rows(`select status from lo_alarm where alarm_type = 'A04' and lock_id = 'demo-lk4'`)).map(
        (row) => row['status'],
      )
    await plant.until(status, (found) => found === 2)
    plant.lock('LK4').failInNextMove()
    await plant.take('u11', lockEndpoints.close, { lockId: 'demo-lk4' })
    tally.same('动作中', await plant.until(status, (found) => found === 5), 5)
    plant.clock.advance(14_999)
    await plant.due()
    tally.same('15 s 以前', await status(), 5)
    plant.clock.advance(1)
    await plant.due()
    tally.same('15 s 后', await status(), 6)
    tally.same('A04', await plant.until(alarms, (found) => found.length === 1), [0])
    plant.clock.advance(30_000)
    await plant.due()
    plant.lock('LK4').returnPower(1)
    await plant.take('u11', lockEndpoints.readState, { lockId: 'demo-lk4' })
    // Half-way: the latch is out, the shackle was never in.
    tally.same('读取状态后', await plant.until(status, (found) => found === 3), 3)
    await plant.lock('LK4').close()
    tally.same('关好后', await plant.until(status, (found) => found === 1), 1)
    plant.clock.advance(61_000)
    await plant.due()
    tally.same('A04 已恢复', await plant.until(alarms, ([found]) => found === 2), [2])
    tally.count('状态 2 → 5 → 6 → 3 → 1')
  },
}
