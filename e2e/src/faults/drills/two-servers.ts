import { lockEndpoints } from '@suoan/contract'
import { expireTickets } from '@suoan/safety/work-tickets/expire-tickets'
import { runDueTimers } from '@suoan/platform/timers/testing'
import { carryOutToWork } from '../../journeys/carry-out.ts'
import type { Drill } from './drill.ts'
import type { DrillPlant } from './drill-plant.ts'

export const twoServers: Drill = {
  name: '两台服务器同时运行定时器',
  done: '同一数据库上两台服务器，到点时各看三遍：LK4 打开未关（W01 三级），工作票到期（T40）',
  must: '每个级别各通知一次，预警只有一条，到期只发生一次',
  async run(stage, tally) {
    const plant = await stage.plant()
    const other = await plant.neighbour()
    const workId = await carryOutToWork(plant)
    const look = async () => {
      const contexts = [plant.server().ctx, other.ctx]
      const thrice = [...contexts, ...contexts, ...contexts]
      await Promise.all(thrice.map((ctx) => runDueTimers(ctx)))
      // The end of a ticket is looked for each minute of real time; here at once.
      await Promise.all(thrice.map((ctx) => expireTickets(ctx)))
    }
    // Each server hears what both send, so one of them is listened to.
    const calls: string[] = []
    plant.server().ctx.broadcasts.on('notice.sent', ({ msgTxt }) => {
      if (msgTxt.includes('柜锁')) calls.push(msgTxt)
    })
    await plant.at('13:00')
    await plant.take('u6', lockEndpoints.open, { lockId: 'demo-lk4', workId, proof: { qr: 'LK4' } })
    await plant.until(
      () => plant.rows(`select 1 from lo_lock where id = 'demo-lk4' and lock_status = 2`),
      (found) => found.length === 1,
    )
    for (const [time, level] of [
      ['13:15', 1],
      ['13:30', 2],
      ['13:45', 3],
    ] as const) {
      await plant.at(time)
      await plant.until(
        async () => {
          await look()
          return warnings(plant)
        },
        (found) => found[0]?.['level'] === level,
      )
      await look()
      await plant.until(
        () => calls,
        (heard) => heard.length >= level,
      )
      tally.same(`${time} 的 W01`, [await warnings(plant), calls.length], [[{ level }], level])
    }
    await plant.at('13:50')
    await plant.lock('LK4').close()
    await plant.at('17:00')
    await plant.until(
      async () => {
        await look()
        return expiries(plant, workId)
      },
      (found) => found.length > 0,
    )
    await look()
    const expired = await expiries(plant, workId)
    tally.same('到期（T40）的流转', expired.length, 1)
    const twice = await plant.rows(`select bus_type, bus_id, titile, send_time, count(*)::int as n
      from sys_announcement where bus_id is not null group by 1, 2, 3, 4 having count(*) > 1`)
    tally.same('重复的通知', twice, [])
    tally.count(
      `W01 通知 ${calls.length} 次；系统消息 ${(await plant.rows('select 1 from sys_announcement')).length} 条，重复 ${twice.length} 条`,
    )
  },
}

const warnings = (plant: DrillPlant) =>
  plant.rows(
    `select u.esc_level as level from lo_unclose_lock u where u.warn_type = 'W01' and u.lock_id = 'demo-lk4'`,
  )

const expiries = (plant: DrillPlant, workId: string) =>
  plant.rows(`select trans_id from lo_work_trans where work_id = $1 and trans_id = 'T40'`, [workId])
