import { deviceEndpoints, offlineEndpoints as offline, user } from '@suoan/contract'
import type { DeviceCommand } from '@suoan/contract/device'
import { users } from '@suoan/admin/users'
import { runDueTimers } from '@suoan/platform/timers/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { devices } from '../devices/index.ts'
import { locks } from '../locks/index.ts'
import { plantPatrolLock } from '../locks/testing.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
let sent: DeviceCommand[] = []
beforeAll(async () => {
  plant = await createTicketWorld({
    features: [
      { name: 'locks', mount: locks },
      { name: 'devices', mount: devices },
      { name: 'users', mount: users },
    ],
    locks: {
      async send(command) {
        sent.push(command)
        return { sent: true }
      },
      answer: async () => ({ sent: true }),
    },
  })
  plant.at('10:00')
  await plantPatrolLock(plant.world)
})
afterAll(() => plant[Symbol.asyncDispose]())

const rows = async (text: string) => (await plant.world.database.pool.query(text)).rows
const admin = () => plant.world.as()
const give = (userId: string, credRef: string[], change: object = {}) =>
  admin().post('/lolockuser/loLockUser/add', {
    userId,
    scopeType: 1,
    lockId: 'patrol',
    grantType: 2,
    actions: 'OPEN',
    validFrom: '2026-12-01 08:00:00',
    validTo: '2026-12-03 20:00:00',
    offlineFlag: 1,
    credRef,
    reason: '巡检',
    ...change,
  })
const epoch = async () => (await rows(`select rev_epoch::int as e from lo_lock where id = 'patrol'`))[0].e
/** The newest package for the patrol lock since the last look. */
async function told(): Promise<Record<string, unknown> | undefined> {
  const packageSent = async () => {
    await runDueTimers(plant.world.ctx)
    return sent.findLast(({ type, params }) => type === 'GRANT' && 'add' in params)?.params
  }
  await expect.poll(packageSent).toBeDefined()
  const params = await packageSent()
  sent = []
  return params
}
beforeEach(async () => {
  await rows(`delete from lo_lock_user where lock_id = 'patrol'`)
  sent = []
})

describe('§9.2 a smart key', () => {
  it('that is reported lost ends the grants that know somebody by it, and its locks are told with a higher epoch', async () => {
    expect(await give('u6', ['key:K1'])).toMatchObject({ success: true })
    expect(await told()).toMatchObject({ add: [{ uid: 'u6', cred: ['key:K1'] }] })
    const before = await epoch()
    expect(await plant.take('u11', offline.carrierLost, { deviceSn: 'K1' })).toMatchObject({
      grants: 1,
      locks: 1,
    })
    expect(await told()).toMatchObject({ add: [], gids: [], dels: [expect.any(String)] })
    expect(await epoch()).toBeGreaterThan(before)
    expect(await rows(`select status from lo_lock_user where lock_id = 'patrol'`)).toEqual([{ status: 4 }])
    // Nor is anything renewed, or given to it again while it is lost.
    plant.at('16:00')
    await runDueTimers(plant.world.ctx)
    expect(sent.filter(({ params }) => JSON.stringify(params).includes('key:K1'))).toEqual([])
    expect(await give('u7', ['key:K1'])).toMatchObject({
      success: false,
      message: expect.stringContaining('已报失'),
    })
    plant.at('10:00')
  })

  it('that is switched off opens nothing until it is on again', async () => {
    const press = (endpoint: { readonly path: string }) =>
      admin().post(endpoint.path, { deviceSn: 'K1', reason: '检查' })
    expect(await press(deviceEndpoints.enable)).toMatchObject({ success: true })
    expect(await give('u6', ['key:K1'])).toMatchObject({ success: true })
    await told()
    expect(await press(deviceEndpoints.disable)).toMatchObject({ success: true })
    expect(await told()).toMatchObject({ add: [], dels: [expect.any(String)] })
    expect(await press(deviceEndpoints.enable)).toMatchObject({ success: true })
    expect(await told()).toMatchObject({ add: [{ cred: ['key:K1'] }] })
  })
})

describe('R03 an account that is', () => {
  const freeze = (id: string, status: number) => admin().put(`${user.path}/frozenBatch`, { ids: id, status })

  it.each<[string, string, () => Promise<unknown>]>([
    ['frozen', 'u13', () => freeze('u13', 2)],
    ['deleted', 'u7', () => admin().delete(`${user.path}/delete`, { id: 'u7' })],
    [
      'taken out of the tenant',
      'u8',
      async () => {
        await rows(`insert into sys_tenant (id, name, status) values (77, '别厂', 1) on conflict do nothing`)
        const [{ revision }] = await rows(`select revision from sys_user where id = 'u8'`)
        return admin().put(`${user.path}/edit`, { id: 'u8', revision, relTenantIds: '77' })
      },
    ],
  ])('%s loses what locks keep for it, and is given nothing more', async (_, userId, away) => {
    expect(await give(userId, ['slot:3'])).toMatchObject({ success: true })
    expect(await give('u6', ['slot:4'])).toMatchObject({ success: true })
    expect(await told()).toMatchObject({ add: expect.toSatisfy((list: unknown[]) => list.length === 2) })
    const before = await epoch()
    expect(await away()).toMatchObject({ success: true })
    expect(await told()).toMatchObject({ add: [{ uid: 'u6' }], dels: [expect.any(String)] })
    expect(await epoch()).toBe(before + 1)
    expect(
      await rows(`select status from lo_lock_user where lock_id = 'patrol' and user_id = '${userId}'`),
    ).toEqual([{ status: 4 }])
    expect(await give(userId, ['slot:5'])).toMatchObject({ success: false })
    // Whatever still stands in the table: no package carries him.
    await rows(`update lo_lock_user set status = 1 where lock_id = 'patrol'`)
    expect(await give('u6', ['slot:6'], { reason: '再发' })).toMatchObject({ success: true })
    expect(JSON.stringify((await told())?.['add'])).not.toContain(`"${userId}"`)
  })

  it('frozen, deleted or taken out loses his offline tokens with that, not at the next look (§5.8)', async () => {
    const out = async () =>
      (await rows(`select user_id from lo_grant_token where status <> 4 order by 1`)).map(
        (row) => row.user_id,
      )
    const away = {
      u9: () => freeze('u9', 2),
      u10: () => admin().delete(`${user.path}/delete`, { id: 'u10' }),
    }
    for (const [userId, end] of Object.entries(away)) {
      await rows(`insert into lo_grant_token (id, tenant_id, token_id, grant_ids, work_id, user_id, device_sn, lock_ids,
          actions, nbf, exp, max_uses, rev_epochs, alg, kid, sig, issued_time, status)
        values ('${userId}', 0, 'T-${userId}', '[]', 'none', '${userId}', 'P-${userId}', '["demo-lk4"]', 'OPEN', 0, 9e12, 0,
          '{"demo-lk4":0}', 'EdDSA', 'k', 's', now(), 0)`)
      expect(await out()).toEqual([userId])
      expect(await end()).toMatchObject({ success: true })
      await plant.world.settled()
      expect(await out()).toEqual([])
    }
  })

  it('thawed does not get back what was ended', async () => {
    expect(await freeze('u13', 1)).toMatchObject({ success: true })
    expect(await give('u13', ['slot:3'])).toMatchObject({ success: true })
    await told()
    expect(await freeze('u13', 2)).toMatchObject({ success: true })
    await told()
    expect(await freeze('u13', 1)).toMatchObject({ success: true })
    await runDueTimers(plant.world.ctx)
    expect(sent).toEqual([])
  })
})
