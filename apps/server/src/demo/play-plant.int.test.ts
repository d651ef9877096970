import { demoEndpoints } from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Simulator } from '@suoan/simulator'
import { openDemoServer, passwords, type DemoServer } from '../testing/demo-server.ts'
import { freePort } from '../testing/free-port.ts'
import { demoDevicesToPlay } from './devices-to-play.ts'
import { playDemoPlant } from './play-plant.ts'

let plant: DemoServer
const played: Simulator[] = []
beforeAll(async () => {
  plant = await openDemoServer({ MQTT_PORT: String(await freePort()) })
})
afterAll(async () => {
  for (const simulator of played) await simulator.stop()
  await plant[Symbol.asyncDispose]()
})

const call = async (method: 'GET' | 'POST', path: string, token: string, body: object) => {
  const answer = await plant.server.app.inject({
    method,
    url: `${plant.server.ctx.config.apiBase}${path}`,
    headers: { 'x-access-token': token },
    payload: body,
  })
  return answer.json<{ success: boolean; message: string; result: unknown }>()
}
const query = async (text: string) => (await plant.database.pool.query(text)).rows
const play = async (): Promise<Simulator> => {
  const simulator = await playDemoPlant(plant.server)
  if (simulator === null) throw new Error('nothing is played')
  played.push(simulator)
  return simulator
}

describe('the demo plant is played', () => {
  it('begins without an open lock, an opening or a warning: what nobody opened is shut', async () => {
    await play()
    const states = `select distinct lock_status, state_trust, (online = 0) as is_offline from lo_lock where device_sn is not null`
    await expect.poll(() => query(states)).toEqual([{ lock_status: 1, state_trust: 1, is_offline: false }])
    expect(await query('select id from lo_lock_onoff union all select id from lo_unclose_lock')).toEqual([])
  })

  it('goes on after a restart where it stood: an open lock stays open, and nothing was opened', async () => {
    await played.at(-1)?.lock('LK4').open()
    await expect
      .poll(() => query(`select lock_status from lo_lock where lock_code = 'LK4'`))
      .toEqual([{ lock_status: 2 }])
    await played.at(-1)?.stop()
    const events = `select count(*)::int as n from lo_lock_log where event_type in ('OPEN', 'CLOSE')`
    const before = await query(events)
    const again = await play()
    expect(again.devices.filter(({ open }) => open).map(({ sn }) => sn)).toEqual(['LK4'])
    await again.lock('LK4').readstate()
    expect(await query(`select lock_status from lo_lock where lock_code = 'LK4'`)).toEqual([
      { lock_status: 2 },
    ])
    expect(await query(events)).toEqual(before)
  })

  it('a hand at a lock is a word of its device: it stands in the log, and the platform takes it as any other', async () => {
    const { result } = await call('POST', '/sys/login', '', { username: 'u5', password: passwords.demo })
    const { token } = result as { token: string }
    const press = (sn: string, what: string) =>
      call('POST', demoEndpoints.press.path, token, { sn, press: what })
    expect(await press('LK2', 'half')).toMatchObject({ success: true })
    await expect
      .poll(() => query(`select lock_status from lo_lock where lock_code = 'LK2'`))
      .toEqual([{ lock_status: 3 }])
    expect(await press('LK2', 'close')).toMatchObject({ success: true })
    await expect
      .poll(() => query(`select event_type from lo_lock_log where lock_id = 'demo-lk2' order by chain_seq`))
      .toEqual([{ event_type: 'NOTFULL' }, { event_type: 'CLOSE' }])
    expect(await press('LK-REAL', 'open')).toMatchObject({
      success: false,
      message: '模拟器里没有锁具 LK-REAL',
    })
    expect(await press('GW1', 'open')).toMatchObject({ success: false })
  })

  it('plays nothing that a real plant has enrolled', async () => {
    await plant.database.pool.query(`insert into lo_device (id, tenant_id, device_sn, kind, secret_hash)
      values ('d-real', 0, 'GW-REAL', 'GW', 'x'), ('demo-dev-foreign', 7, 'GW-OTHER', 'GW', 'x')`)
    const sns = (await demoDevicesToPlay(plant.server.ctx)).map(({ sn }) => sn)
    expect(sns).toContain('GW1')
    expect(sns).not.toContain('GW-REAL')
    expect(sns).not.toContain('GW-OTHER')
  })
})
