import type { RecoveryCodes, SignProof, SignState, TotpEnrolment } from '@suoan/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSessionWorld, PASSWORD, type SessionWorld } from './testing/session-world.ts'

let world: SessionWorld
let token: string
beforeAll(async () => {
  world = await createSessionWorld({ LOGIN_MAX_FAILURES: '3', LOGIN_MAX_ADDRESS_FAILURES: '100' })
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.database.pool.query(
    'truncate login_attempt, login_lock, sys_sign_pin, sys_sign_proof, sys_totp, sys_totp_recovery',
  )
  token = await world.tokenOf('anna')
})

const subjects = [{ bizId: 'row-1', contentHash: 'c1' }]
const headers = () => ({ 'x-access-token': token })
const prove = (method: string, secret: string) =>
  world.call<SignProof | null>('POST', '/sys/user/sign/prove', {
    headers: headers(),
    payload: { method, secret, subjects },
  })
const setPin = (pin: string, password = PASSWORD) =>
  world.call('POST', '/sys/user/sign/pin', { headers: headers(), payload: { password, pin } })
const state = async () =>
  (await world.call<SignState>('GET', '/sys/user/sign', { headers: headers() })).result

describe('a proof for a signature', () => {
  it('needs the right password; the token stands in no table', async () => {
    expect(await prove('PWD', 'wrong')).toMatchObject({ success: false, result: null })
    const { result } = await prove('PWD', PASSWORD)
    expect(result).toMatchObject({ signType: 'PWD', expiresIn: 300 })
    const { rows } = await world.database.pool.query('select * from sys_sign_proof')
    expect(rows).toMatchObject([{ biz_id: 'row-1', content_hash: 'c1', user_id: 'anna', method: 'PWD' }])
    expect(JSON.stringify(rows)).not.toContain(result?.signProof)
  })

  it('a PIN is set with the password, kept as argon2id, and no easy one is taken', async () => {
    expect((await prove('PIN', '482913')).message).toContain('还没有设置签名口令')
    expect(await setPin('482913', 'wrong')).toMatchObject({ success: false })
    for (const easy of ['111111', '123456', '987654', '12345', 'abcdef'])
      expect(await setPin(easy)).toMatchObject({ success: false })
    expect(await setPin('482913')).toMatchObject({ success: true })
    expect(await state()).toMatchObject({ hasPin: true, hasTotp: false, pinLockedMin: 0 })
    const { rows } = await world.database.pool.query('select pin_hash from sys_sign_pin')
    expect(rows[0].pin_hash).toMatch(/^\$argon2id\$/)
    expect((await prove('PIN', '482913')).result).toMatchObject({ signType: 'PIN' })
  })

  it('wrong PINs lock signing by PIN alone, with the time that is left; sign-in and password go on', async () => {
    await setPin('482913')
    for (let n = 0; n < 2; n += 1) expect((await prove('PIN', '000111')).message).toContain('错误')
    expect((await prove('PIN', '000111')).message).toMatch(/请 \d+ 分钟后再试/)
    expect((await prove('PIN', '482913')).message).toMatch(/请 \d+ 分钟后再试/)
    expect((await state()).pinLockedMin).toBeGreaterThan(0)
    expect((await prove('PWD', PASSWORD)).success).toBe(true)
    expect(await world.tokenOf('anna')).not.toBe('')
  })

  it('wrong passwords lock signing by password of this account alone: nobody is kept from signing in or signing', async () => {
    for (let n = 0; n < 3; n += 1) await prove('PWD', 'wrong')
    expect((await prove('PWD', PASSWORD)).message).toMatch(/请 \d+ 分钟后再试/)
    expect((await state()).passwordLockedMin).toBeGreaterThan(0)
    for (const name of ['anna', 'bert', 'cora']) expect((await world.login(name)).success).toBe(true)
    token = await world.tokenOf('bert')
    expect((await prove('PWD', PASSWORD)).success).toBe(true)
  })

  it('a dynamic code signs once; a recovery code signs nothing', async () => {
    expect((await prove('TOTP', '123123')).message).toContain('没有启用动态口令')
    const { result } = await world.call<TotpEnrolment>('POST', '/sys/user/totp/start', {
      headers: headers(),
      payload: { password: PASSWORD },
    })
    const shown = (shift = 0) =>
      new TOTP({ secret: Secret.fromBase32(result.secret) }).generate({
        timestamp: world.clock.now() + shift * 30_000,
      })
    const confirmed = await world.call<RecoveryCodes>('POST', '/sys/user/totp/confirm', {
      headers: headers(),
      payload: { code: shown(-1) },
    })
    expect((await prove('TOTP', confirmed.result.recoveryCodes[0] ?? '')).success).toBe(false)
    expect((await prove('TOTP', shown())).result).toMatchObject({ signType: 'TOTP' })
    expect((await prove('TOTP', shown())).success).toBe(false)
  })

  it('nobody without a session proves anything', async () => {
    const answer = await world.call('POST', '/sys/user/sign/prove', {
      payload: { method: 'PWD', secret: PASSWORD, subjects },
    })
    expect(answer.success ?? false).toBe(false)
    expect(answer.result ?? null).toBeNull()
  })
})
