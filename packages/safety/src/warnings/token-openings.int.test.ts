import { offlineEndpoints as offline } from '@suoan/contract'
import { inTransaction } from '@suoan/platform/db/transaction'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordEvents } from '../lock-records/index.ts'
import { eventFrom } from '../lock-records/testing.ts'
import { recheckTokens } from '../work-tickets/end-tokens.ts'
import { carryOut } from '../work-tickets/testing/carry-out.ts'
import { createOpeningWorld } from '../work-tickets/testing/opening-world.ts'
import type { TicketWorld } from '../work-tickets/testing/ticket-world.ts'
import { judgeOpenings } from './judge-openings.ts'

let plant: TicketWorld
let workId: string
beforeEach(async () => {
  plant = await createOpeningWorld(['u6', 'u7'])
  workId = await carryOut(plant, 'working')
  plant.at('10:00')
})
afterEach(() => plant[Symbol.asyncDispose]())

const query = async (text: string) => (await plant.world.database.pool.query(text)).rows
/** u6 takes his tokens; answers the one for a lock. */
const tokenFor = async (lockId: string): Promise<string> => {
  const signed = await plant.take('u6', offline.offlineToken, { workId, deviceSn: 'PHONE-u6' })
  return signed.find(({ token }) => token.lockIds.includes(lockId))?.token.tokenId ?? ''
}
/** The lock LK4 tells that it opened to a token, and nothing else of who it was. */
async function opensBy(tok: string, time: string, more: object = {}): Promise<void> {
  plant.at(time)
  const ts = plant.world.clock.now()
  const [{ seq }] = await query(
    `select coalesce(max(last_seq), 0)::int + 1 as seq from lo_lock where id = 'demo-lk4'`,
  )
  const [{ boot }] = await query(
    `select coalesce(last_boot, '9f31c2aa') as boot from lo_lock where id = 'demo-lk4'`,
  )
  const turn = { before: { latch: 1, shackle: 1 }, after: { latch: 0, shackle: 0 } } as const
  await recordEvents(plant.world.ctx, [
    eventFrom('LK4', { seq, boot, ts }, { type: 'OPEN', ts, method: '09', tok, ...turn, ...more }),
  ])
  const { ctx } = plant.world
  await inTransaction(ctx, (tx, emit) => judgeOpenings({ ctx, tx, emit, now: ts }))
}
const alarms = async () =>
  (await query(`select alarm_type from lo_alarm where lock_id = 'demo-lk4'`)).map((row) => row.alarm_type)
const lastOpening = async () =>
  (
    await query(
      `select open_user_id, work_id from lo_lock_onoff where lock_id = 'demo-lk4' order by open_time desc limit 1`,
    )
  )[0]
const stillOut = async () =>
  (
    await query(
      `select jsonb_array_elements_text(lock_ids) as id from lo_grant_token where status <> 4 order by 1`,
    )
  ).map(({ id }) => id)

describe('W04 A01 an opening by an offline token', () => {
  it('is his whose token it was: no alarm, and what he and others hold goes on while the lock stands open (§5.8)', async () => {
    await opensBy(await tokenFor('demo-lk4'), '10:01')
    expect(await alarms()).toEqual([])
    expect(await lastOpening()).toEqual({ open_user_id: 'u6', work_id: workId })
    await recheckTokens(plant.world.ctx)
    expect(await stillOut()).toEqual(['demo-lk4', 'demo-pl6'])
  })

  it.each<[string, object]>([
    ['that was taken back', {}],
    ['that was taken back, though the lock names him', { uid: 'u6' }],
  ])('%s is nobody’s right', async (_, more) => {
    const tok = await tokenFor('demo-lk4')
    await plant.take('u6', offline.carrierLost, { deviceSn: 'PHONE-u6' })
    await opensBy(tok, '10:02', more)
    expect(await alarms()).toEqual(['A01'])
  })

  it.each<[string, () => Promise<string>, string]>([
    ['that nobody has signed', async () => 'NOSUCH', '10:01'],
    ['whose time is over', () => tokenFor('demo-lk4'), '10:31'],
    ['for another lock', () => tokenFor('demo-pl6'), '10:01'],
  ])('%s is nobody’s right', async (_, token, time) => {
    await opensBy(await token(), time)
    expect(await alarms()).toEqual(['A01'])
  })
})
