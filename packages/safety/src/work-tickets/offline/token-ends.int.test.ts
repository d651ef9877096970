import { lockEndpoints, offlineEndpoints as offline, workTicketEndpoints as tickets } from '@suoan/contract'
import { commandStatus } from '@suoan/domain/dictionaries'
import { runDueTimers } from '@suoan/platform/timers/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recheckTokens } from '../end-tokens.ts'
import { carryOut } from '../testing/carry-out.ts'
import { createOpeningWorld, openLock } from '../testing/opening-world.ts'
import type { TicketWorld } from '../testing/ticket-world.ts'
import { takeAlong } from './testing.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createOpeningWorld(['u6', 'u7', 'u9'])
})
afterEach(() => plant[Symbol.asyncDispose]())

const query = (text: string) => plant.world.database.pool.query(text)
const one = async (text: string) => (await query(text)).rows[0]
const locksOf = (tokens: readonly { token: { lockIds: readonly string[] } }[]) =>
  tokens.flatMap(({ token }) => token.lockIds).toSorted()
const issued = async (who: string, workId: string, deviceSn = `PHONE-${who}`) =>
  locksOf(await plant.take(who, offline.offlineToken, { workId, deviceSn }))
/** The locks that tokens which nobody has taken back still name. */
const stillOut = async () =>
  (
    await query(`select distinct jsonb_array_elements_text(lock_ids) as id from lo_grant_token
    where status <> 4 order by 1`)
  ).rows.map((row: { id: string }) => row.id)
const epochs = async () =>
  (await query(`select id from lo_lock where rev_epoch > 0 order by id`)).rows.map(
    (row: { id: string }) => row.id,
  )

const access = 'demo-lk4'
const own = 'demo-pl6'

/** What ends a token, and the locks whose tokens it ends: one for an access lock, and one for the holder's own. */
const ends: readonly [
  what: string,
  ended: readonly string[],
  how: string | ((workId: string) => Promise<unknown>),
][] = [
  ['R03 his account is frozen', [access, own], `update sys_user set status = 2 where id = 'u6'`],
  ['R03 his account is deleted', [access, own], `update sys_user set del_flag = 1 where id = 'u6'`],
  ['R03 he leaves the tenant', [access, own], `update sys_user set rel_tenant_ids = '7' where id = 'u6'`],
  [
    'R04 he is taken off the ticket',
    [access, own],
    `update lo_work_person set state = 2 where user_id = 'u6'`,
  ],
  ['R04 the ticket is void', [access, own], `update lo_work set void_flag = 1`],
  ['its type carries no tokens any more', [access, own], `update lo_lock_type set offline_grant_max_min = 0`],
  ['R02 the locks are frozen', [access, own], `update lo_lock set freeze_flag = 1`],
  [
    'R03 a part that needs a certificate he does not hold; the one for his own lock stays (decision 0635)',
    [access],
    `update lo_work_person set role_tag = 'CONTR' where user_id = 'u6'`,
  ],
  [
    'R06 his grant is revoked',
    [access],
    `update lo_lock_user set status = 4 where user_id = 'u6' and lock_id = 'demo-lk4'`,
  ],
  ['R13 the kind of work asks for two', [access], `update lo_work_type set dual_control = 1`],
  ['R13 the type of the lock asks for two', [access], `update lo_lock_type set dual_auth = 2`],
  [
    'R10 zero energy has to be proven again',
    [access],
    `update lo_work_point set re_verify_due = '2026-12-01 09:59:00+08' where point_id = 'demo-pt2'`,
  ],
  [
    'R07 the work is stopped',
    [access],
    (workId) => plant.take('u8', tickets.stop, { workId, reason: '异响' }),
  ],
  [
    'R12 he goes in: his own lock protects him now',
    [own],
    async (workId) =>
      plant.take('u5', tickets.personIn, { workId, personId: await plant.personId(workId, 'u6') }),
  ],
]

describe('§5.8 a token ends with what it was signed on', () => {
  it.each(ends)('%s: ends those for %j', async (_what, ended, how) => {
    const id = await carryOut(plant, 'working')
    plant.at('10:00')
    expect(await issued('u6', id)).toEqual([access, own])
    await recheckTokens(plant.world.ctx)
    expect(await stillOut()).toEqual([access, own])
    if (typeof how === 'string') {
      await query(how)
      await recheckTokens(plant.world.ctx)
    } else await how(id)
    expect(await stillOut()).toEqual([access, own].filter((lockId) => !ended.includes(lockId)))
    await runDueTimers(plant.world.ctx)
    expect(await epochs()).toEqual(ended)
  })

  it('not with the session it was asked in: his login is in its time', async () => {
    const id = await carryOut(plant, 'working')
    plant.at('10:00')
    await issued('u6', id)
    const { exp } = await one(`select max(exp)::float8 as exp from lo_grant_token`)
    expect(exp).toBeLessThanOrEqual(Date.parse('2026-12-01T07:30:00+08:00') + 12 * 3_600_000)
    await query(`delete from sys_session where user_id = 'u6'`)
    await recheckTokens(plant.world.ctx)
    expect(await stillOut()).toEqual([access, own])
  })
})

describe('R03: what somebody has done offline whose account is over', () => {
  it('his lock is not taken off by it, and his leaving and his stop are taken', async () => {
    const id = await carryOut(plant, 'working')
    plant.at('10:00')
    const phone = await takeAlong(plant, 'u6', id)
    plant.at('10:05')
    const off = phone.does('personalLockOff', { lockId: own })
    const stop = phone.does('stop', { reason: '漏气' })
    await query(`update sys_user set status = 2 where id = 'u6'`)
    const { results } = await plant.take('u8', offline.syncOps, { deviceId: 'PHONE-u8', ops: [off, stop] })
    expect(results[0]).toMatchObject({ result: 'rejected', reason: expect.stringContaining('撤销') })
    expect(results[1]?.result).not.toBe('rejected')
    expect(
      await one(`select count(*)::int as n from lo_point_hold where lock_id = '${own}' and state in (1, 2)`),
    ).toEqual({
      n: 1,
    })
    expect(await plant.state(id)).toBe('20/21')
  })
})

describe('I3: a lock forgets its former owner before it protects the next', () => {
  const giveTo = (userId: string) =>
    plant.world.database.pool
      .query<{ revision: number }>(`select revision from lo_lock where id = '${own}'`)
      .then(({ rows }) =>
        plant.world
          .as()
          .put('/lolock/loLock/edit', { id: own, revision: rows[0]?.revision, ownerUserId: userId }),
      )
  const confirmed = () =>
    query(
      `update lo_cmd set status = ${commandStatus.success} where lock_id = '${own}' and cmd_type = 'GRANT'`,
    )

  it('L5 R15: the token of the former owner ends with the change, and nobody hangs the lock until it has confirmed', async () => {
    const id = await carryOut(plant, 'verified')
    plant.at('08:57')
    const place = { workId: id, lockId: own, boxId: 'demo-lb1' }
    await plant.take('u6', tickets.personalLockOn, place)
    expect(await issued('u6', id)).toEqual([own])
    await plant.take('u6', tickets.personalLockOff, { workId: id, lockId: own })
    expect(await stillOut()).toEqual([own])
    expect(await giveTo('u7')).toMatchObject({ success: true })
    expect(await stillOut()).toEqual([])
    const refused = await plant.call('u7', tickets.personalLockOn, place)
    expect(refused).toMatchObject({ success: false })
    expect(refused.message).toMatch(/PL6 还能被 .+ 的离线令牌打开/)
    await runDueTimers(plant.world.ctx)
    expect(await epochs()).toEqual([own])
    expect((await plant.call('u7', tickets.personalLockOn, place)).success).toBe(false)
    await confirmed()
    await plant.take('u7', tickets.personalLockOn, place)
  })

  it('L5 R15: a lock that never confirms is hung again when the time of the token is over', async () => {
    const id = await carryOut(plant, 'verified')
    plant.at('08:57')
    const place = { workId: id, lockId: own, boxId: 'demo-lb1' }
    expect(await issued('u6', id)).toEqual([own])
    await query(
      `update lo_grant_token set exp = extract(epoch from timestamptz '2026-12-01 09:00:00+08') * 1000`,
    )
    await giveTo('u7')
    expect((await plant.call('u7', tickets.personalLockOn, place)).success).toBe(false)
    plant.at('09:00')
    await plant.take('u7', tickets.personalLockOn, place)
  })
})

describe('R13: a token is one person’s word, a lock for two is never carried', () => {
  it('R13: the word of the second person makes no token, and is still there for the opening he came for', async () => {
    const measures = [{ content: '两人', dualControl: 1 }]
    const id = await carryOut(plant, 'working', await plant.draft({ measures }))
    plant.at('10:00')
    expect(await issued('u6', id)).toEqual([own])
    await plant.take('u7', lockEndpoints.witness, { lockId: access, proof: { qr: 'LK4' } })
    expect(await issued('u6', id)).toEqual([own])
    expect(locksOf((await takeAlong(plant, 'u6', id)).capsule.tokens)).toEqual([own])
    expect(await openLock(plant, 'u6', 'LK4', id)).toMatchObject({ result: { allow: true } })
    expect(await openLock(plant, 'u6', 'LK4', id)).toMatchObject({ result: { allow: false } })
  })

  it('R13: a lock whose type asks for two is never carried, whoever has said that he stands there', async () => {
    const id = await carryOut(plant, 'working')
    plant.at('10:00')
    await query(`update lo_lock_type set dual_auth = 2`)
    await plant.take('u7', lockEndpoints.witness, { lockId: access, proof: { qr: 'LK4' } })
    expect(await issued('u6', id)).toEqual([own])
  })
})
