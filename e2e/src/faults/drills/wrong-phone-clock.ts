import { offlineEndpoints as offline } from '@suoan/contract'
import { takeAlong } from '@suoan/safety/work-tickets/offline/testing'
import { carryOutToWork, personId } from '../../journeys/carry-out.ts'
import type { Drill } from './drill.ts'

const TWO_HOURS = 2 * 3_600_000

export const wrongPhoneClock: Drill = {
  name: '手机时钟快两小时',
  done: '吴监的手机离线、时钟快 2 小时：记下一次交底和一次停工，之后上传',
  must: '交底（证据）被拒并说明原因；停工照样生效，以服务器时间为准；重复上传结果相同',
  async run(stage, tally) {
    const plant = await stage.plant()
    const workId = await carryOutToWork(plant)
    const phone = await takeAlong({ take: plant.take, world: { clock: plant.clock } }, 'u8', workId)
    await plant.at('09:30')
    phone.does('brief', { personIds: [await personId(plant, workId, 'u6')] }, TWO_HOURS)
    phone.does('stop', { reason: '异响' }, TWO_HOURS)
    const upload = () =>
      plant.take('u8', offline.syncOps, { deviceId: phone.deviceId, ops: phone.kept, pending: 0 })
    const [brief, stop] = (await upload()).results
    tally.same('交底', brief?.result, 'rejected')
    tally.holds(`说明“${brief?.reason}”`, /时钟|时间/.test(brief?.reason ?? ''))
    tally.holds(`停工 ${stop?.result}`, stop?.result === 'applied' || stop?.result === 'late-safe')
    const work = () =>
      plant.rows(
        `select w.work_status || '/' || w.exec_phase as state,
          (select max(server_time) <= $2 from lo_work_trans t where t.work_id = w.id) as in_time,
          (select count(*)::int from lo_work_trans t where t.work_id = w.id) as moves from lo_work w where w.id = $1`,
        [workId, new Date(plant.clock.now())],
      )
    const [found] = await work()
    tally.same('票', [found?.['state'], found?.['in_time']], ['20/21', true])
    const again = (await upload()).results
    tally.same(
      '重复上传',
      again.map(({ result, repeated }) => [result, repeated]),
      [
        [brief?.result, true],
        [stop?.result, true],
      ],
    )
    tally.same('重复上传后的流转', (await work())[0], found)
    tally.count('2 项操作，上传 2 次')
  },
}
