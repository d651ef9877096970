import { crewSafetyEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { upTopic } from '@suoan/contract/device'
import { systemRandom } from '@suoan/kit/id'
import { hashDeviceSecret } from '@suoan/safety/lock-records/device-secret'
import { LockModel } from '@suoan/simulator'
import { carryOutToWork } from '../../journeys/carry-out.ts'
import { connectGateway } from '../events.ts'
import type { Drill } from './drill.ts'

const secret = 'secret of the second gateway'
const secondGateway = `
  insert into lo_device (id, device_sn, kind, device_name, secret_hash, create_by, create_time)
  values ('drill-gw2', 'GW2', 'GW', '演练网关', '${hashDeviceSecret(secret)}', 'admin', now());
  insert into lo_device (id, device_sn, kind, device_name, parent_sn, create_by, create_time)
  values ('drill-lkx', 'LKX', 'LOCK', '演练锁', 'GW2', 'admin', now())`

export const swappedLock: Drill = {
  name: '隔离点上的锁被调换',
  done: '作业中，PT2 上的 LK2 经另一个网关 GW2 自称“已关”；另有设备冒用 LK3 的序列号',
  must: '所说的一概不信；A17、PT2 不合格、票转中断并通知撤离；任何人的“我安全吗”都不再是绿的',
  async run(stage, tally) {
    const plant = await stage.plant({ before: secondGateway })
    const workId = await carryOutToWork(plant)
    await plant.at('10:00')
    const colour = async () =>
      (await plant.take('u6', crewSafetyEndpoints.amISafe)).cards.map((card) => card.colour)
    tally.same('事前的“我安全吗”', await colour(), ['green'])

    const gateway = await connectGateway(plant.server().mqttUrl ?? '', {
      gateway: 'GW2',
      secret,
      locks: [],
    })
    const speak = (sn: string, said: string) => {
      const model = new LockModel({ sn: said, open: true, skew: 0, clock: plant.clock, random: systemRandom })
      const { payload } = model.happen('CLOSE', { latch: 1, shackle: 1 })
      const topic = upTopic({ tenantId: 0, sn, parentSn: 'GW2' }, 'event')
      // Never answered: what is not believed is not acknowledged.
      void gateway.publish(topic, JSON.stringify(payload), { qos: 1, retain: false }).catch(() => {})
      return String(payload['boot'])
    }
    const impostor = speak('LKX', 'LK3')
    const boot = speak('LK2', 'LK2')
    const state = async () =>
      (
        await plant.rows(`select work_status || '/' || exec_phase as state from lo_work where id = $1`, [
          workId,
        ])
      )[0]
    tally.same('票的状态', await plant.until(state, (found) => found?.['state'] === '20/21'), {
      state: '20/21',
    })
    await gateway.close()
    const { points } = await plant.take('u4', tickets.detail, { id: workId })
    tally.same(
      '不合格的隔离点',
      points.filter((point) => point['state'] === 9).map((point) => point['pointId']),
      ['demo-pt2'],
    )
    const alarms = () =>
      plant.rows(`select distinct lock_id from lo_alarm where alarm_type = 'A17' and lock_id is not null`)
    tally.same('A17', await plant.until(alarms, (found) => found.length > 0), [{ lock_id: 'demo-lk2' }])
    const believed = await plant.rows('select 1 from lo_lock_log where boot_id = any($1)', [[boot, impostor]])
    tally.same('入日志的冒名报文', believed.length, 0)
    tally.holds('“我安全吗”不再是绿的', !(await colour()).includes('green'))
    const told = await plant.rows(
      `select distinct s.user_id from sys_announcement_send s join sys_announcement a on a.id = s.annt_id
      where a.priority = 'H' and s.user_id = any($1)`,
      [['u5', 'u6', 'u7', 'u8']],
    )
    tally.same('被通知的班组人员', told.length, 4)
    const kept = await plant.rows('select distinct reason from lo_quarantine order by 1')
    tally.count(`隔离存证的原因：${kept.map((row) => String(row['reason'])).join('、')}`)
  },
}
