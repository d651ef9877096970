import type { LoginAnswer, RecoveryCodes, SecondStep, TotpEnrolment } from '@suoan/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSessionWorld, PASSWORD, type SessionWorld } from './testing/session-world.ts'

let world: SessionWorld
beforeAll(async () => {
  world = await createSessionWorld({ TOTP_ROLES: 'safety', LOGIN_MAX_ADDRESS_FAILURES: '100' })
  // Only bert's role needs the second factor.
  await world.database.pool.query(`
    delete from sys_user_role where role_id = 'r2';
    insert into sys_user_role (id, user_id, role_id) values ('9', 'bert', 'r2')`)
})
afterAll(() => world[Symbol.asyncDispose]())

/** What the person's authenticator app shows now. */
const shown = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now() + steps * 30_000 })
const nextStep = () => world.clock.advance(30_000)

async function enrol(username: string): Promise<{ token: string; secret: string; codes: string[] }> {
  const token = await world.tokenOf(username)
  const { result } = await world.send<TotpEnrolment>(token, 'POST', '/sys/user/totp/start', {
    password: PASSWORD,
  })
  const confirmed = await world.send<RecoveryCodes>(token, 'POST', '/sys/user/totp/confirm', {
    code: shown(result.secret),
  })
  nextStep()
  return { token, secret: result.secret, codes: confirmed.result.recoveryCodes }
}
async function firstFactor(username: string): Promise<SecondStep> {
  const answer = await world.call<SecondStep>('POST', '/sys/login', {
    payload: { username, password: PASSWORD },
  })
  expect(answer).toMatchObject({ success: false, code: 4281 })
  return answer.result
}
const second = (ticket: string, code: string) =>
  world.post<LoginAnswer>('/sys/login/secondFactor', { ticket, code })
const disable = async (username: string) => {
  await world.database.pool.query('delete from sys_totp where user_id = $1', [username])
}

describe('dynamic codes (security.md §5.1 d)', () => {
  it('are asked for after the password, and open the session', async () => {
    const { secret } = await enrol('anna')
    const step = await firstFactor('anna')
    expect(step.kind).toBe('code')
    const entered = await second(step.ticket, shown(secret))
    expect(entered).toMatchObject({ success: true, code: 200 })
    expect((await world.get(entered.result.token, '/sys/user/getUserInfo')).success).toBe(true)
    await disable('anna')
  })
  it('are refused when they come a second time within their window', async () => {
    const { secret } = await enrol('anna')
    const code = shown(secret)
    expect((await second((await firstFactor('anna')).ticket, code)).success).toBe(true)
    expect((await second((await firstFactor('anna')).ticket, code)).success).toBe(false)
    // One of the step before is old news too.
    expect((await second((await firstFactor('anna')).ticket, shown(secret, -1))).success).toBe(false)
    nextStep()
    expect((await second((await firstFactor('anna')).ticket, shown(secret))).success).toBe(true)
    await disable('anna')
  })
  it('sent by five at once let one in', async () => {
    const { secret } = await enrol('anna')
    const tickets = []
    for (let i = 0; i < 5; i++) tickets.push((await firstFactor('anna')).ticket)
    const answers = await Promise.all(tickets.map((ticket) => second(ticket, shown(secret))))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    await world.database.pool.query('delete from login_attempt; delete from login_lock')
    await disable('anna')
  })
  it('of a clock one step off are taken, two steps off are not', async () => {
    const { secret } = await enrol('anna')
    expect((await second((await firstFactor('anna')).ticket, shown(secret, 3))).success).toBe(false)
    expect((await second((await firstFactor('anna')).ticket, shown(secret, 1))).success).toBe(true)
    await disable('anna')
  })
  it('lock after five wrong ones, and a right password does not forgive them', async () => {
    const { secret } = await enrol('anna')
    for (let i = 0; i < 5; i++) {
      const { ticket } = await firstFactor('anna')
      const wrong = shown(secret) === '000000' ? '000001' : '000000'
      expect((await second(ticket, wrong)).message).toContain('动态口令错误')
    }
    const { ticket } = await firstFactor('anna')
    expect((await second(ticket, shown(secret))).message).toMatch(/^动态口令错误次数过多，请 \d+ 分钟后再试/)
    world.clock.advance(15 * 60_000 + 1)
    expect((await second((await firstFactor('anna')).ticket, shown(secret))).success).toBe(true)
    await disable('anna')
  })
  it('are worth nothing without the ticket of the first factor, or ten minutes after it', async () => {
    const { secret } = await enrol('anna')
    expect((await second('', shown(secret))).success).toBe(false)
    const { ticket } = await firstFactor('anna')
    world.clock.advance(600_001)
    expect((await second(ticket, shown(secret))).message).toBe('登录已超时或尝试次数过多，请重新登录')
    await disable('anna')
  })
  it('are asked for after a code by short message too', async () => {
    await enrol('anna')
    await world.database.pool.query(`update sys_user set phone = '13912345678' where id = 'anna'`)
    await world.post('/sys/sms', { mobile: '13912345678', smsmode: '0' })
    const captcha = await world.codeSentTo('13912345678')
    expect(await world.post('/sys/phoneLogin', { mobile: '13912345678', captcha })).toMatchObject({
      code: 4281,
    })
    await disable('anna')
  })
  it('no longer finish a sign-in whose password was changed meanwhile', async () => {
    const { secret, token } = await enrol('cora')
    const { ticket } = await firstFactor('cora')
    const changed = await world.send(token, 'PUT', '/sys/user/updatePassword', {
      oldpassword: PASSWORD,
      password: 'Other#Pass2026',
      confirmpassword: 'Other#Pass2026',
    })
    expect(changed.success).toBe(true)
    expect((await second(ticket, shown(secret))).success).toBe(false)
    await disable('cora')
  })
  it('rest on a secret that the database does not show', async () => {
    const { secret } = await enrol('anna')
    const { rows } = await world.database.pool.query<{ secret_sealed: string }>(
      'select secret_sealed from sys_totp',
    )
    expect(rows[0]?.secret_sealed).not.toContain(secret)
    // Copied to another account it opens nothing.
    await world.database.pool.query(
      `insert into sys_totp select 'dora', secret_sealed, 0, created_at, confirmed_at from sys_totp where user_id = 'anna'`,
    )
    const { ticket } = await firstFactor('dora')
    expect((await second(ticket, shown(secret))).success).toBe(false)
    await disable('dora')
    await disable('anna')
  })
})

describe('recovery codes', () => {
  it('are ten, replace one dynamic code each, once, and are stored as hashes', async () => {
    const { codes } = await enrol('anna')
    expect(new Set(codes).size).toBe(10)
    const [first = ''] = codes
    const { rows } = await world.database.pool.query<{ code_hash: string }>(
      'select code_hash from sys_totp_recovery',
    )
    expect(rows.map((row) => row.code_hash)).not.toContain(first)
    expect((await second((await firstFactor('anna')).ticket, first.toLowerCase())).success).toBe(true)
    expect((await second((await firstFactor('anna')).ticket, first)).success).toBe(false)
    await disable('anna')
  })
})

describe('a role that needs dynamic codes (TOTP_ROLES)', () => {
  it('binds them at the login, before any session', async () => {
    const step = await firstFactor('bert')
    expect(step.kind).toBe('enrol')
    const started = await world.post<TotpEnrolment>('/sys/login/secondFactor', { ticket: step.ticket })
    expect(started.result.uri).toMatch(/^otpauth:\/\/totp\//)
    expect(started.result.qr).toMatch(/^data:image\/svg\+xml,/)
    const wrong = await world.post('/sys/login/secondFactor', { ticket: step.ticket, code: '12345' })
    expect(wrong.success).toBe(false)
    const entered = await world.post<LoginAnswer & RecoveryCodes>('/sys/login/secondFactor', {
      ticket: step.ticket,
      code: shown(started.result.secret),
    })
    expect(entered.result.recoveryCodes).toHaveLength(10)
    expect((await world.get(entered.result.token, '/sys/user/getUserInfo')).success).toBe(true)
    expect((await firstFactor('bert')).kind).toBe('code')
    const off = await world.send(entered.result.token, 'POST', '/sys/user/totp/disable', {
      password: PASSWORD,
      code: '',
    })
    expect(off).toMatchObject({ success: false, message: expect.stringContaining('不能停用') })
  })
  it('cannot bind them again by the ticket of a first factor', async () => {
    const step = await firstFactor('bert')
    expect((await world.post('/sys/login/secondFactor', { ticket: step.ticket })).success).toBe(false)
    const { rows } = await world.database.pool.query(
      `select confirmed_at is not null as confirmed from sys_totp where user_id = 'bert'`,
    )
    expect(rows).toEqual([{ confirmed: true }])
  })
})

describe('one’s own dynamic codes', () => {
  it('begin only with the password', async () => {
    const token = await world.tokenOf('anna')
    expect(await world.send(token, 'POST', '/sys/user/totp/start', { password: 'wrong' })).toMatchObject({
      success: false,
      message: '密码错误，请重新输入',
    })
  })
  it('are not on before a first code confirms them', async () => {
    const token = await world.tokenOf('anna')
    await world.send(token, 'POST', '/sys/user/totp/start', { password: PASSWORD })
    expect((await world.login('anna')).success).toBe(true)
  })
  it('end with password and code', async () => {
    const { token, secret } = await enrol('anna')
    expect((await world.get(token, '/sys/user/totp')).result).toEqual({
      enabled: true,
      required: false,
      recoveryLeft: 10,
    })
    const off = (code: string) =>
      world.send(token, 'POST', '/sys/user/totp/disable', { password: PASSWORD, code })
    expect((await off('')).success).toBe(false)
    expect((await off(shown(secret))).success).toBe(true)
    expect((await world.login('anna')).success).toBe(true)
  })
})
