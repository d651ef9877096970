import { announcementEndpoints, lockEndpoints } from '@suoan/contract'
import { initialState, next, noticePolicy, type SocketState } from '@suoan/kit/reconnecting-socket'
import { carryOutToWork } from '../../journeys/carry-out.ts'
import type { Drill, Tally } from './drill.ts'

export const socketDown: Drill = {
  name: '通知通道断开',
  done: '通知通道一次也连不上；其间 LK4 打开超时',
  must: '每 20 s 重连，第 6 次失败后停止；铃铛仍由轮询得知预警，与通道无关',
  async run(stage, tally) {
    reconnects(tally)
    const plant = await stage.plant()
    const workId = await carryOutToWork(plant)
    await plant.at('13:00')
    const bell = async () =>
      (await plant.take('u6', announcementEndpoints.listByUser, { pageSize: 5 })).warringMsgTotal
    tally.same('铃铛事前', await bell(), 0)
    await plant.take('u6', lockEndpoints.open, { lockId: 'demo-lk4', workId, proof: { qr: 'LK4' } })
    await plant.until(
      () => plant.rows(`select 1 from lo_lock where id = 'demo-lk4' and lock_status = 2`),
      (found) => found.length === 1,
    )
    await plant.at('13:15')
    await plant.due()
    tally.same('轮询得知', await plant.until(bell, (found) => found === 1), 1)
    await plant.lock('LK4').close()
    tally.same('关锁后', await plant.until(bell, (found) => found === 0), 0)
  },
}

/** The policy's own steps: what it does after each loss. */
function reconnects(tally: Tally): void {
  let step = next(initialState, { type: 'start' }, noticePolicy)
  const waits: number[] = []
  for (let losses = 0; losses < 10 && step.state.phase !== 'gaveUp'; losses += 1) {
    step = next(step.state, { type: 'closed', code: 1006 }, noticePolicy)
    for (const effect of step.effects) if (effect.type === 'setTimer') waits.push(effect.ms)
    if (step.state.phase === 'waiting') step = next(step.state, { type: 'retryDue' }, noticePolicy)
  }
  const given: SocketState['phase'] = step.state.phase
  tally.same(
    '五次等待各 20 s，然后停止',
    [waits, given],
    [[20_000, 20_000, 20_000, 20_000, 20_000], 'gaveUp'],
  )
  const revived = next(step.state, { type: 'start' }, noticePolicy)
  tally.same('再次联网即重试', revived.state, { phase: 'connecting', errors: 0 })
  tally.count(`重连 ${waits.length} 次`)
}
