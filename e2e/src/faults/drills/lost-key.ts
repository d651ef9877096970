import { offlineEndpoints as offline, type SignedToken } from '@suoan/contract'
import { recheckTokens } from '@suoan/safety/work-tickets/end-tokens'
import { carryOutToWork } from '../../journeys/carry-out.ts'
import type { Drill } from './drill.ts'
import type { DrillPlant } from './drill-plant.ts'

export const lostKey: Drill = {
  name: '智能钥匙 K1 丢失而令牌仍有效',
  done: '孙作的令牌在 K1 上：LK4 在线，PL6 在网关够不着的地方；K1 报失',
  must: '序号（epoch）增加；每把锁在下一次接触时就拒绝 K1 的令牌（LO-D2006）；K1 断开且不能再连',
  async run(stage, tally) {
    const plant = await stage.plant()
    const workId = await carryOutToWork(plant)
    await plant.at('09:30')
    const signed = await plant.take('u6', offline.offlineToken, { workId, deviceSn: 'K1' })
    const [access, own] = signed
    if (!access || !own) throw new Error('no token was issued')
    const locks = signed.flatMap(({ token }) => token.lockIds)
    tally.same('令牌所含的锁', locks.toSorted(), ['demo-lk4', 'demo-pl6'])
    tally.same('报失前 LK4', await show(plant, access, 'LK4'), null)
    await plant.lock('LK4').close()
    const lawful = await plant.until(
      () =>
        plant.rows(
          `select judged, open_user_id from lo_lock_onoff where lock_id = 'demo-lk4' and state <> 1`,
        ),
      (found) => found.some((row) => row['judged'] === 1),
    )
    tally.same('凭令牌打开是孙作', lawful.at(-1)?.['open_user_id'], 'u6')
    tally.same(
      '凭令牌打开不是无票开锁',
      (await plant.rows(`select 1 from lo_alarm where alarm_type = 'A01'`)).length,
      0,
    )
    // Judged again while the lock has just been opened and shut, the right goes on.
    await recheckTokens(plant.server().ctx)

    await plant.lock('PL6').setReach(false)
    await plant.until(
      () => plant.rows(`select online from lo_lock where id = 'demo-pl6'`),
      ([found]) => found?.['online'] === 0,
    )
    const cut: string[] = []
    plant.simulator.on((event) => {
      if (event.type === 'trouble') cut.push(event.sn)
    })
    const admin = await plant.client('admin')
    const lost = await admin.send('POST', offline.carrierLost.path, { deviceSn: 'K1' })
    tally.holds('报失', lost.success && JSON.stringify(lost.result).includes('"tokens":2,'))
    await plant.until(
      () => plant.lock('LK4').state().epoch,
      (epoch) => epoch === 1,
    )
    tally.same('报失后 LK4', await show(plant, access, 'LK4'), 'LO-D2006')
    tally.same('LK4 仍关着', plant.lock('LK4').state().latch, 1)

    await plant.lock('PL6').setReach(true)
    await plant.until(
      () => plant.lock('PL6').state().epoch,
      (epoch) => epoch === 1,
    )
    tally.same('下一次接触后 PL6', await show(plant, own, 'PL6'), 'LO-D2006')
    tally.holds(
      'K1 被断开且不能再连',
      (
        await plant.until(
          () => cut,
          (found) => found.includes('K1'),
        )
      ).includes('K1'),
    )
    const opened = await plant.rows(
      `select 1 from lo_lock_log where token_id = any($1) and op_result = 1 and occur_time > $2`,
      [signed.map(({ token }) => token.tokenId), new Date(plant.clock.now())],
    )
    tally.same('报失后凭令牌打开', opened.length, 0)
    const refused = await plant.rows(`select lock_code from lo_lock_log where fail_code = 'LO-D2006'`)
    tally.count(`令牌 2 枚，锁 2 把；被锁拒绝 ${refused.length} 次，均入日志`)
  },
}

/** Whoever holds the key shows its token to a lock. */
function show(plant: DrillPlant, { token }: SignedToken, code: string): Promise<string | null> {
  const { tokenId: id, nbf, exp, revEpochs } = token
  return plant.lock(code).openByToken({ id, nbf, exp, epoch: revEpochs[`demo-${code.toLowerCase()}`] ?? -1 })
}
