import { hash } from '@node-rs/argon2'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { captchaHash } from './captcha-code.ts'
import { createSessionWorld, PASSWORD, type SessionWorld } from './testing/session-world.ts'

let world: SessionWorld
const forget = () =>
  world.database.pool.query('delete from login_attempt; delete from login_lock; delete from sys_known_device')

beforeAll(async () => {
  world = await createSessionWorld()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(forget)

describe('a login', () => {
  it('answers the token, the user, his departments and the dictionaries, and is logged', async () => {
    const answer = await world.login('anna')
    expect(answer).toMatchObject({
      http: 200,
      success: true,
      code: 200,
      message: '登录成功',
      result: {
        multi_depart: 2,
        mustChangePassword: false,
        userInfo: { id: 'anna', username: 'anna', orgCode: 'A01', orgCodeTxt: '一部,二部' },
        sysAllDictItems: expect.any(Object),
      },
    })
    expect(answer.result.token).toMatch(/^[\w-]{43}$/)
    expect(answer.result.departs.map((depart) => depart.orgCode)).toEqual(['A01', 'A02'])
    expect(answer.result).not.toHaveProperty('tenantList')
    const { rows } = await world.database.pool.query(
      `select log_content, userid, ip from sys_log where log_type = 1 order by create_time desc, id desc limit 1`,
    )
    expect(rows[0]).toEqual({ log_content: '登录成功（anna）', userid: 'anna', ip: '10.0.0.1' })
  })

  it('never answers a password or a hash, and the token itself is stored nowhere (V24)', async () => {
    const answer = await world.login('anna')
    expect(JSON.stringify(answer)).not.toMatch(/argon2|"password"|"salt"/)
    const { rows } = await world.database.pool.query('select s::text as row from sys_session s')
    expect(rows.some(({ row }) => String(row).includes(answer.result.token))).toBe(false)
    const stored = await world.database.pool.query(`select password_hash from sys_password`)
    for (const { password_hash } of stored.rows)
      expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('offers the tenants in force to a user who has some', async () => {
    const { result } = await world.login('bert')
    expect(result.tenantList?.map((tenant) => tenant.id)).toEqual([8, 9])
    expect(result.multi_depart).toBe(0)
  })

  it('answers an unknown name and a wrong password alike (V15)', async () => {
    const [unknown, wrong] = [await world.login('nobody', 'x'), await world.login('anna', 'x', '10.0.0.2')]
    expect({ ...unknown, timestamp: 0 }).toEqual({ ...wrong, timestamp: 0 })
    expect(unknown).toMatchObject({ success: false, code: 500, message: '用户名或密码错误' })
  })

  it('tells that an account is frozen or deleted only after its right password', async () => {
    const set = (status: number, deleted: number) =>
      world.database.pool.query(`update sys_user set status = $1, del_flag = $2 where id = 'cora'`, [
        status,
        deleted,
      ])
    await set(2, 0)
    expect((await world.login('cora', 'x')).message).toBe('用户名或密码错误')
    expect((await world.login('cora')).message).toBe('该用户已冻结')
    await set(1, 1)
    expect((await world.login('cora', 'x')).message).toBe('用户名或密码错误')
    expect((await world.login('cora')).message).toBe('该用户已注销')
    await set(1, 0)
  })

  it('refuses a user all of whose tenants are frozen', async () => {
    await world.database.pool.query('update sys_tenant set status = 0 where id in (8, 9)')
    expect((await world.login('bert')).message).toBe('与该用户关联的租户均已被冻结，无法登录！')
    await world.database.pool.query('update sys_tenant set status = 1 where id in (8, 9)')
  })

  it('stores a hash of the parameters in force when the stored one had others', async () => {
    const old = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await world.database.pool.query(`update sys_password set password_hash = $1 where user_id = 'cora'`, [
      old,
    ])
    expect((await world.login('cora')).success).toBe(true)
    const { rows } = await world.database.pool.query(
      `select password_hash from sys_password where user_id = 'cora'`,
    )
    expect(rows[0]?.password_hash).toMatch(/m=19456,t=2,p=1/)
    expect((await world.login('cora')).success).toBe(true)
  })

  it.each([
    { username: '', password: '' },
    { username: "anna' or '1'='1", password: 'x' },
    { username: 'anna\0', password: PASSWORD },
    { username: { $ne: '' }, password: { $ne: '' } },
    { username: ['anna'], password: PASSWORD },
    { username: 'a'.repeat(5_000), password: PASSWORD },
    { username: 'anna', password: 'p'.repeat(100_000) },
  ])('refuses hostile credentials without a failure of the server, case %#', async (payload) => {
    const answer = await world.call('POST', '/sys/login', { payload })
    expect(answer).toMatchObject({ http: 200, success: false })
    expect(answer.message).not.toContain('服务器内部错误')
  })
})

describe('the lock-out', () => {
  /** Wrong logins, each after the pause that the one before it costs. */
  const fail = async (count: number, name: string, from: string, more: { readonly cookie?: string } = {}) => {
    for (let i = 0; i < count; i += 1) {
      await world.login(name, 'x', from, {}, more.cookie)
      world.clock.advance(60_000)
    }
  }
  const LOCKED = /^登录失败次数过多，已暂停登录，请 \d+ 分钟后再试，或联系管理员重置密码$/

  it('closes an account after five failures at an address there, also to the right password, for 15 minutes', async () => {
    await fail(4, 'bert', '10.1.0.1')
    expect((await world.login('bert', 'x', '10.1.0.1')).message).toBe(
      '用户名或密码错误，登录失败次数过多，已暂停登录，请 15 分钟后再试，或联系管理员重置密码',
    )
    expect((await world.login('bert', PASSWORD, '10.1.0.1')).message).toMatch(LOCKED)
    world.clock.advance(14 * 60_000)
    expect((await world.login('bert', PASSWORD, '10.1.0.1')).message).toMatch(LOCKED)
    world.clock.advance(61_000)
    expect((await world.login('bert', PASSWORD, '10.1.0.1')).success).toBe(true)
  })

  it('of a stranger does not lock the account elsewhere', async () => {
    await fail(5, 'bert', '10.1.1.1')
    expect((await world.login('bert', PASSWORD, '10.1.1.1')).message).toMatch(LOCKED)
    expect((await world.login('bert', PASSWORD, '10.1.1.2')).success).toBe(true)
  })

  it('of invented names locks nobody else at the address', async () => {
    for (let i = 1; i <= 20; i += 1) await world.login(`guess${i}`, 'x', '10.2.0.1')
    expect((await world.login('anna', PASSWORD, '10.2.0.1')).success).toBe(true)
  })

  it('is not of a device that signed in before, which counts its own failures', async () => {
    const cookie = await world.deviceOf('cora', '10.3.1.1')
    await fail(5, 'cora', '10.3.1.2')
    expect((await world.login('cora', PASSWORD, '10.3.1.2')).message).toMatch(LOCKED)
    expect((await world.login('cora', PASSWORD, '10.3.1.2', {}, cookie)).success).toBe(true)
    await fail(5, 'cora', '10.3.1.3', { cookie })
    expect((await world.login('cora', PASSWORD, '10.3.1.4', {}, cookie)).message).toMatch(LOCKED)
    // Another's known device is a stranger here, and so is an invented one.
    await fail(5, 'bert', '10.3.1.5')
    for (const foreign of [cookie, `suoan-device=${'a'.repeat(43)}`])
      expect((await world.login('bert', PASSWORD, '10.3.1.5', {}, foreign)).message).toMatch(LOCKED)
  })

  it('of the device stores a hash; the cookie is httpOnly and not to be read from the table', async () => {
    const cookie = await world.deviceOf('cora', '10.3.2.1')
    const { rows } = await world.database.pool.query('select d::text as row from sys_known_device d')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.some(({ row }) => String(row).includes(cookie.split('=')[1] ?? ''))).toBe(false)
  })

  it('comes for strangers of all addresses together after twenty failures, not where the account signs in', async () => {
    await world.login('anna', PASSWORD, '10.4.9.1')
    for (let i = 1; i <= 20; i += 1) await world.login('anna', 'x', `10.4.0.${i}`)
    expect((await world.login('anna', PASSWORD, '10.4.1.1')).message).toMatch(LOCKED)
    expect((await world.login('anna', PASSWORD, '10.4.9.1')).success).toBe(true)
  })

  it('is preceded by pauses, told with the time that is left, without a request that sleeps', async () => {
    const said: string[] = []
    const attempt = async (password: string) =>
      said.push((await world.login('nobody', password, '10.5.9.1')).message)
    for (let i = 0; i < 4; i += 1) await attempt('x')
    world.clock.advance(5_000)
    await attempt('x')
    world.clock.advance(29_000)
    await attempt('x')
    expect(said).toEqual([
      '用户名或密码错误',
      '用户名或密码错误',
      '用户名或密码错误，请 5 秒后再试',
      '请 5 秒后再试',
      '用户名或密码错误，请 30 秒后再试',
      '请 1 秒后再试',
    ])
  })

  it('takes a whole IPv6 network for one address', async () => {
    await fail(5, 'dora', '2001:db8:1:2::1')
    expect((await world.login('dora', PASSWORD, '2001:db8:1:2:ffff::1')).success).toBe(false)
    expect((await world.login('dora', PASSWORD, '2001:db8:1:3::1')).success).toBe(true)
  })

  it('counts an unknown name like a known one (V15)', async () => {
    const texts = async (name: string, from: string) => {
      const said: string[] = []
      for (let i = 0; i < 6; i += 1) {
        said.push((await world.login(name, 'x', from)).message)
        world.clock.advance(30_000)
      }
      return said
    }
    expect(await texts('nobody-at-all', '10.3.0.1')).toEqual(await texts('anna', '10.3.0.2'))
  })

  it('never takes a name typed at the login for the counter of another secret', async () => {
    for (const name of ['second:anna', 'pin:anna', 'user:anna']) await fail(5, name, '10.6.9.1')
    const { rows } = await world.database.pool.query('select account from login_lock order by account')
    expect(rows.map(({ account }) => account)).toEqual([
      'user:pin:anna',
      'user:second:anna',
      'user:user:anna',
    ])
  })

  it('forgets the failures of an account after a right login', async () => {
    for (let round = 0; round < 3; round += 1) {
      await fail(4, 'anna', '10.4.0.1')
      expect((await world.login('anna', PASSWORD, '10.4.0.1')).success).toBe(true)
    }
  })

  it('lets no more than three of 50 parallel guesses at one place be checked, and twenty at fifty places', async () => {
    const guess = (from: (i: number) => string) =>
      Promise.all(Array.from({ length: 50 }, (_, i) => world.login('anna', `guess-${i}`, from(i))))
    const checked = (answers: readonly { readonly message: string }[]) =>
      answers.filter((answer) => answer.message.startsWith('用户名或密码错误'))
    expect(checked(await guess(() => '10.5.0.1'))).toHaveLength(3)
    await forget()
    expect(checked(await guess((i) => `10.5.1.${i + 1}`))).toHaveLength(20)
  })

  it('hides the right password among 50 parallel guesses that come after five wrong ones', async () => {
    await fail(5, 'dora', '10.6.0.1')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        world.login('dora', i === 25 ? PASSWORD : `guess-${i}`, '10.6.0.1'),
      ),
    )
    expect(new Set(answers.map((answer) => answer.message)).size).toBe(1)
  })

  it('never locks out 50 parallel right logins: they wait for each other', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => world.login('anna')))
    expect(answers.filter((answer) => !answer.success)).toEqual([])
    const { rows } = await world.database.pool.query('select count(*)::int as left from login_attempt')
    expect(rows[0]).toEqual({ left: 0 })
  })

  it('asks an address that fails very often for a captcha, and refuses no right login there', async () => {
    const busy = await createSessionWorld({ LOGIN_MAX_ADDRESS_FAILURES: '6' })
    try {
      const picture = (key: string) =>
        busy.call<string>('GET', `/sys/randomImage/${key}`, { remoteAddress: '10.7.0.1' })
      expect((await picture('1')).result).toBe('')
      for (let i = 1; i <= 6; i += 1) await busy.login(`guess${i}`, 'x', '10.7.0.1')
      expect(await busy.login('anna', PASSWORD, '10.7.0.1')).toMatchObject({
        code: 412,
        message: '当前网络登录失败次数过多，请输入验证码',
      })
      expect((await picture('2')).result).toContain('base64')
      await busy.database.pool.query(`update login_captcha set code_hash = $1 where key = '2'`, [
        captchaHash('2', 'abcd'),
      ])
      const solved = { captcha: 'abcd', checkKey: 2 }
      expect((await busy.login('anna', PASSWORD, '10.7.0.1', solved)).success).toBe(true)
      expect((await busy.login('bert', PASSWORD, '10.7.0.2')).success).toBe(true)
    } finally {
      await busy[Symbol.asyncDispose]()
    }
  })
})

describe('the captcha (V14)', () => {
  let strict: SessionWorld
  beforeAll(async () => {
    strict = await createSessionWorld({ LOGIN_CAPTCHA: 'on' })
  })
  afterAll(() => strict[Symbol.asyncDispose]())
  const login = (captcha?: unknown, checkKey?: unknown) =>
    strict.login('anna', PASSWORD, '10.0.0.1', { captcha, checkKey })

  it('is a picture of 105 × 35 pixels that works once, in any case of letters, with the key as a number', async () => {
    const picture = await strict.call<string>('GET', '/sys/randomImage/1767225600123')
    const base64 = /^data:image\/jpg;base64,(.+)$/.exec(picture.result)?.[1] ?? ''
    expect(await sharp(Buffer.from(base64, 'base64')).metadata()).toMatchObject({
      format: 'jpeg',
      width: 105,
      height: 35,
    })
    await strict.plantCaptcha('1767225600123', 'k7mx')
    expect((await login('K7mX', 1767225600123)).success).toBe(true)
    expect(await login('K7mX', 1767225600123)).toMatchObject({
      success: false,
      code: 412,
      message: '验证码错误',
    })
  })

  it('is used up by a wrong try', async () => {
    await strict.plantCaptcha('1', 'abcd')
    expect((await login('abce', 1)).code).toBe(412)
    expect((await login('abcd', 1)).code).toBe(412)
  })

  it('is used up by a wrong password', async () => {
    await strict.plantCaptcha('2', 'abcd')
    expect((await strict.login('anna', 'x', '10.0.0.1', { captcha: 'abcd', checkKey: 2 })).code).toBe(500)
    expect((await login('abcd', 2)).code).toBe(412)
  })

  it('works once among 20 parallel logins', async () => {
    await strict.plantCaptcha('3', 'abcd')
    const answers = await Promise.all(Array.from({ length: 20 }, () => login('abcd', 3)))
    expect(answers.filter((answer) => answer.success)).toHaveLength(1)
  })

  it('ends after 60 seconds', async () => {
    await strict.plantCaptcha('4', 'abcd')
    strict.clock.advance(60_000)
    expect((await login('abcd', 4)).code).toBe(412)
  })

  it('is asked for by the server, not by the presence of a field, and for the mobile login too', async () => {
    expect(await login()).toMatchObject({ success: false, code: 500, message: '验证码无效' })
    expect((await login('', 5)).message).toBe('验证码无效')
    const mobile = await strict.call('POST', '/sys/mLogin', {
      payload: { username: 'anna', password: PASSWORD },
    })
    expect(mobile).toMatchObject({ success: false, message: '验证码无效' })
  })

  it('is used up by asking whether it is right', async () => {
    await strict.plantCaptcha('6', 'abcd')
    const ask = () => strict.call('POST', '/sys/checkCaptcha', { payload: { captcha: 'abcd', checkKey: 6 } })
    expect((await ask()).success).toBe(true)
    expect((await ask()).success).toBe(false)
  })

  it('counts nothing against the account while the captcha is wrong', async () => {
    for (let i = 0; i < 8; i += 1) await login('zzzz', 7)
    await strict.plantCaptcha('7', 'abcd')
    expect((await login('abcd', 7)).success).toBe(true)
  })
})
