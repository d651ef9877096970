import type { LoginAnswer } from '@suoan/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createSessionWorld, PASSWORD, type SessionWorld } from './testing/session-world.ts'

let world: SessionWorld
/** Each test its own number and its own address, so that no limit of one reaches another. */
let numbers = 0
const freshNumber = () => `139${String(10_000_000 + numbers++)}`
const freshAddress = () => `10.9.${Math.floor(numbers / 250)}.${(numbers++ % 250) + 1}`

beforeAll(async () => {
  world = await createSessionWorld({ LOGIN_MAX_ADDRESS_FAILURES: '50' })
  await world.database.pool.query(
    `insert into sys_role (id, tenant_id, role_name, role_code) values ('r-test', 0, '自助注册', 'test')`,
  )
})
afterAll(() => world[Symbol.asyncDispose]())

/** Gives somebody of the world a number of his own. */
async function numberOf(username: string): Promise<string> {
  const phone = freshNumber()
  await world.database.pool.query('update sys_user set phone = $2 where username = $1', [username, phone])
  return phone
}
const ask = (mobile: string, smsmode = '0', from = freshAddress()) =>
  world.post('/sys/sms', { mobile, smsmode }, from)
const enter = (mobile: string, captcha: string, from = freshAddress()) =>
  world.post<LoginAnswer>('/sys/phoneLogin', { mobile, captcha }, from)
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')
const later = (ms: number) => world.clock.advance(ms)

describe('a code by short message (V14, V15)', () => {
  it('lets its person in once', async () => {
    const phone = await numberOf('anna')
    expect(await ask(phone)).toMatchObject({ success: true, message: '' })
    const code = await world.codeSentTo(phone)
    const entered = await enter(phone, code)
    expect(entered).toMatchObject({ success: true, code: 200, result: { userInfo: { username: 'anna' } } })
    expect(await world.get(entered.result.token, '/sys/user/getUserInfo')).toMatchObject({ success: true })
    expect(await enter(phone, code)).toMatchObject({ success: false, code: 500, message: '手机验证码错误' })
  })
  it('is not stored as it is', async () => {
    const phone = await numberOf('anna')
    await ask(phone)
    const code = await world.codeSentTo(phone)
    const { rows } = await world.database.pool.query<{ code_hash: string }>(
      'select code_hash from sms_code where phone = $1',
      [phone],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.code_hash).toMatch(/^[\w-]{43}$/)
    expect(rows[0]?.code_hash).not.toContain(code)
  })
  it('answers alike for known, unknown and frozen numbers, and sends nothing to the last two', async () => {
    const known = await numberOf('anna')
    const unknown = freshNumber()
    const frozen = await numberOf('cora')
    await world.database.pool.query(`update sys_user set status = 2 where username = 'cora'`)
    const heard = []
    for (const phone of [known, unknown, frozen]) {
      const { http, success, code, message, result } = await ask(phone)
      const again = await ask(phone)
      heard.push(JSON.stringify([http, success, code, message, result, again.message]))
    }
    await world.database.pool.query(`update sys_user set status = 1 where username = 'cora'`)
    expect(new Set(heard).size).toBe(1)
    expect(await world.codeSentTo(known)).toMatch(/^\d{6}$/)
    expect(await world.codeSentTo(unknown)).toBe('none')
    expect(await world.codeSentTo(frozen)).toBe('none')
  })
  it('costs the same statements whether its number is known or not, so that time tells nobody (V15)', async () => {
    const known = await numberOf('anna')
    const unknown = freshNumber()
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const work: number[] = []
    for (const [phone, mode] of [
      [known, '0'],
      [unknown, '0'],
      [known, '2'],
      [unknown, '2'],
      [unknown, '1'],
      [known, '1'],
    ] as const) {
      query.mockClear()
      await ask(phone, mode)
      work.push(query.mock.calls.length)
    }
    query.mockRestore()
    expect(work).toEqual(work.map(() => work[0]))
  })
  it('ends after ten minutes', async () => {
    const phone = await numberOf('anna')
    await ask(phone)
    const code = await world.codeSentTo(phone)
    later(600_001)
    expect((await enter(phone, code)).message).toBe('手机验证码错误')
  })
  it('is not sent again while one is valid', async () => {
    const phone = await numberOf('anna')
    await ask(phone)
    expect(await ask(phone)).toMatchObject({ success: false, message: '验证码10分钟内，仍然有效！' })
  })
  it('is dead after five wrong tries, and its number locked at the address', async () => {
    const phone = await numberOf('anna')
    await ask(phone)
    const code = await world.codeSentTo(phone)
    for (let i = 0; i < 5; i++)
      expect((await enter(phone, wrongFor(code), '10.8.0.1')).message).toBe('手机验证码错误')
    expect((await enter(phone, code, '10.8.0.1')).message).toMatch(/^验证码错误次数过多，请 \d+ 分钟后再试$/)
    // Dead wherever it is typed; a new one is good where the guesser is not.
    expect((await enter(phone, code)).message).toBe('手机验证码错误')
    await ask(phone)
    expect((await enter(phone, await world.codeSentTo(phone))).success).toBe(true)
    later(15 * 60_000 + 1)
    expect((await enter(phone, code)).message).toBe('手机验证码错误')
  })
  it('is dead after five wrong tries even where no lock would stop the sixth', async () => {
    const phone = await numberOf('anna')
    await ask(phone)
    const code = await world.codeSentTo(phone)
    for (let i = 0; i < 5; i++) await enter(phone, wrongFor(code))
    await world.database.pool.query('delete from login_attempt; delete from login_lock')
    expect((await enter(phone, code)).message).toBe('手机验证码错误')
    // And a new one may be asked for.
    expect((await ask(phone)).success).toBe(true)
  })
  it('is not used up by strangers: where it was asked for it stays good, whoever guesses elsewhere', async () => {
    const phone = await numberOf('anna')
    await ask(phone, '0', '10.7.0.1')
    const code = await world.codeSentTo(phone)
    // More than lock all strangers of the number.
    for (let i = 0; i < 24; i++)
      expect((await enter(phone, wrongFor(code), `10.7.1.${1 + (i % 8)}`)).success).toBe(false)
    expect((await enter(phone, code, '10.7.1.9')).success).toBe(false)
    expect((await enter(phone, code, '10.7.0.1')).success).toBe(true)
  })
  it('that a stranger asked for and used up does not keep its owner from one of his own', async () => {
    const phone = await numberOf('anna')
    await ask(phone, '0', '10.7.2.1')
    for (let i = 0; i < 5; i++) await enter(phone, 'wrong', '10.7.2.1')
    for (let i = 0; i < 5; i++) await enter(phone, 'wrong', '10.7.2.2')
    expect((await ask(phone, '0', '10.7.2.9')).success).toBe(true)
    expect((await enter(phone, await world.codeSentTo(phone), '10.7.2.9')).success).toBe(true)
  })
  it('for registering is worth nothing for signing in', async () => {
    const phone = freshNumber()
    await ask(phone, '1')
    const code = await world.codeSentTo(phone)
    await world.database.pool.query(`update sys_user set phone = $1 where username = 'anna'`, [phone])
    expect((await enter(phone, code)).success).toBe(false)
  })
  it('is sent five times an hour to one number, whoever asks', async () => {
    const phone = await numberOf('anna')
    for (let i = 0; i < 5; i++) {
      expect((await ask(phone)).message).toBe('')
      await world.database.pool.query('update sms_code set used = true where phone = $1', [phone])
    }
    expect(await ask(phone)).toMatchObject({
      success: false,
      message: '该手机号获取验证码过于频繁，请 1 小时后再试',
    })
    later(3_600_001)
    expect((await ask(phone)).success).toBe(true)
  })
  it('is sent to any numbers at most so often from one address', async () => {
    const from = freshAddress()
    for (let i = 0; i < 20; i++) expect((await ask(freshNumber(), '0', from)).success).toBe(true)
    expect(await ask(freshNumber(), '0', from)).toMatchObject({
      success: false,
      message: '当前网络获取验证码过于频繁，请 1 小时后再试',
    })
  })
  it('asked for by twenty at once is made once', async () => {
    const phone = await numberOf('anna')
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(phone)))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
  })
  it.each([
    ['', '手机号不允许为空！'],
    ['12345', '请输入正确手机号'],
    ["139' or 1=1", '请输入正确手机号'],
  ])('to “%s” is refused', async (mobile, message) => {
    expect(await ask(mobile)).toMatchObject({ success: false, message })
  })
})

describe('signing in by number', () => {
  it('of a frozen person is refused only after the code', async () => {
    const phone = await numberOf('bert')
    await ask(phone)
    const code = await world.codeSentTo(phone)
    await world.database.pool.query(`update sys_user set status = 2 where username = 'bert'`)
    expect(await enter(phone, code)).toMatchObject({ success: false, message: '该用户已冻结' })
    await world.database.pool.query(`update sys_user set status = 1 where username = 'bert'`)
  })
  it('does not ask for a change of a password that let nobody in', async () => {
    const phone = await numberOf('dora')
    await ask(phone)
    const entered = await enter(phone, await world.codeSentTo(phone))
    expect(entered.result.mustChangePassword).toBe(false)
  })
})

describe('registering (4-api.md §2.7)', () => {
  const register = (more: object) =>
    world.post(
      '/sys/user/register',
      { username: 'newcomer', password: 'Fresh#Pass2026', ...more },
      freshAddress(),
    )
  it('makes an account with the role test alone, and signs in', async () => {
    const phone = freshNumber()
    await ask(phone, '1')
    const smscode = await world.codeSentTo(phone)
    expect(await register({ phone, smscode, roleIds: 'r2', status: 2 })).toMatchObject({
      success: true,
      message: '注册成功',
    })
    const { rows } = await world.database.pool.query(
      `select u.realname, u.status, u.tenant_id, array_agg(r.role_code) as roles from sys_user u
       join sys_user_role ur on ur.user_id = u.id join sys_role r on r.id = ur.role_id
       where u.username = 'newcomer' group by u.id`,
    )
    expect(rows).toEqual([{ realname: 'newcomer', status: 1, tenant_id: 0, roles: ['test'] }])
    expect((await world.login('newcomer', 'Fresh#Pass2026')).success).toBe(true)
    expect((await register({ phone, smscode })).message).toBe('手机验证码错误')
  })
  it('tells what is taken only to somebody who has shown his telephone', async () => {
    const phone = freshNumber()
    expect((await register({ username: 'anna1', phone, smscode: '123456' })).message).toBe('手机验证码错误')
    await ask(phone, '1')
    const smscode = await world.codeSentTo(phone)
    await world.database.pool.query(`update sys_user set username = 'anna1' where id = 'anna'`)
    expect((await register({ username: 'ANNA1', phone, smscode })).message).toBe('用户名已注册')
    expect((await register({ username: 'System', phone, smscode })).message).toBe('用户名已注册')
    await world.database.pool.query(`update sys_user set username = 'anna' where id = 'anna'`)
    expect((await register({ username: 'second_one', phone, smscode })).success).toBe(true)
  })
  it('with a known number sends its owner a note instead of a code', async () => {
    const phone = await numberOf('anna')
    expect(await ask(phone, '1')).toMatchObject({ success: true, message: '' })
    const { rows } = await world.database.pool.query(
      'select content from sent_message where recipient = $1',
      [phone],
    )
    expect(rows).toEqual([{ content: '【锁安】您的手机号已经注册，请直接登录；如非本人操作，请忽略。' }])
  })
  it.each([
    ['abc', '用户名长度为6到18个字符'],
    ['a name!', '用户名只允许字母、数字、下划线'],
  ])('as “%s” is refused', async (username, message) => {
    expect(await register({ username, phone: freshNumber(), smscode: '1' })).toMatchObject({
      success: false,
      message,
    })
  })
  it('with a weak password is refused before the code is tried', async () => {
    const phone = freshNumber()
    await ask(phone, '1')
    const smscode = await world.codeSentTo(phone)
    expect((await register({ username: 'third_one', password: 'short', phone, smscode })).success).toBe(false)
    expect((await register({ username: 'third_one', phone, smscode })).success).toBe(true)
  })
})

describe('a forgotten password (V13)', () => {
  const NEW = 'Second#Pass2026'
  const verify = (phone: string, smscode: string) =>
    world.post<{ smscode: string; username: string }>(
      '/sys/user/phoneVerification',
      { phone, smscode },
      freshAddress(),
    )
  const reset = (given: object) => world.post('/sys/user/passwordChange', given, freshAddress())
  const proved = async (username: string) => {
    const phone = await numberOf(username)
    await ask(phone, '2')
    const answer = await verify(phone, await world.codeSentTo(phone))
    return { phone, ...answer.result }
  }

  it('is replaced after the code, ends every session, and its ticket works once', async () => {
    const token = await world.tokenOf('bert')
    const { phone, smscode, username } = await proved('bert')
    expect(username).toBe('bert')
    expect(smscode).toMatch(/^[\w-]{43}$/)
    expect(await reset({ username, password: NEW, smscode, phone })).toMatchObject({
      success: true,
      message: '密码重置完成！',
    })
    expect((await world.get(token, '/sys/user/getUserInfo')).http).toBe(500)
    expect((await world.login('bert', PASSWORD)).success).toBe(false)
    expect((await world.login('bert', NEW)).success).toBe(true)
    expect((await reset({ username, password: 'Third#Pass2026', smscode, phone })).success).toBe(false)
  })
  it('of one person is not replaced by the code of another', async () => {
    const { phone, smscode } = await proved('anna')
    expect(await reset({ username: 'bert', password: 'Third#Pass2026', smscode, phone })).toMatchObject({
      success: false,
      message: '短信验证码不匹配！',
    })
    expect((await world.login('bert', NEW)).success).toBe(true)
  })
  it('is not replaced by the six digits themselves', async () => {
    const phone = await numberOf('anna')
    await ask(phone, '2')
    const smscode = await world.codeSentTo(phone)
    expect((await reset({ username: 'anna', password: NEW, smscode, phone })).success).toBe(false)
  })
  it('is not replaced by a ticket from before the person changed it himself', async () => {
    const token = await world.tokenOf('cora')
    const { phone, smscode, username } = await proved('cora')
    const changed = await world.send(token, 'PUT', '/sys/user/updatePassword', {
      oldpassword: PASSWORD,
      password: 'Himself#2026',
      confirmpassword: 'Himself#2026',
    })
    expect(changed.success).toBe(true)
    expect((await reset({ username, password: NEW, smscode, phone })).success).toBe(false)
    expect((await world.login('cora', 'Himself#2026')).success).toBe(true)
  })
  it('keeps the rules of passwords', async () => {
    const { phone, smscode, username } = await proved('anna')
    expect((await reset({ username, password: PASSWORD, smscode, phone })).message).toBe(
      '新密码不能与最近 5 次用过的密码相同，请更换',
    )
    expect((await reset({ username, password: 'weak', smscode, phone })).success).toBe(false)
  })
  it('is not replaced when the person’s number changed meanwhile', async () => {
    const { phone, smscode, username } = await proved('anna')
    await numberOf('anna')
    expect((await reset({ username, password: NEW, smscode, phone })).message).toBe('短信验证码不匹配！')
  })
})

describe('one’s own number', () => {
  it('is changed by a code that oneself asked for', async () => {
    const anna = await world.tokenOf('anna')
    const cora = (await world.login('cora', 'Himself#2026')).result.token
    const phone = freshNumber()
    expect((await world.send(anna, 'POST', '/sys/user/phoneCode', { phone })).success).toBe(true)
    const smscode = await world.codeSentTo(phone)
    expect(await world.send(cora, 'PUT', '/sys/user/updateMobile', { phone, smscode })).toMatchObject({
      success: false,
      message: '短信验证码不匹配！',
    })
    expect(await world.send(anna, 'PUT', '/sys/user/updateMobile', { phone, smscode })).toMatchObject({
      success: true,
      message: '手机号设置成功!',
    })
  })
  it('of somebody else cannot be taken', async () => {
    const phone = await numberOf('bert')
    const anna = await world.tokenOf('anna')
    expect(await world.send(anna, 'POST', '/sys/user/phoneCode', { phone })).toMatchObject({ success: true })
    expect(await world.codeSentTo(phone)).toBe('none')
  })
})

describe('one’s own sessions', () => {
  it('are listed and ended, nobody else’s', async () => {
    const enterAs = async () => (await world.login('cora', 'Himself#2026')).result.token
    const here = await enterAs()
    const there = await enterAs()
    const anna = await world.tokenOf('anna')
    const list = await world.get<{ id: string; current: boolean }[]>(here, '/sys/user/sessions')
    const other = list.result.find(({ current }) => !current)
    expect(list.result.filter(({ current }) => current)).toHaveLength(1)
    expect(JSON.stringify(list.result)).not.toContain(there)
    expect((await world.send(anna, 'POST', '/sys/user/sessions/end', { id: other?.id ?? '' })).success).toBe(
      false,
    )
    const all = list.result.filter(({ current }) => !current)
    for (const { id } of all)
      expect((await world.send(here, 'POST', '/sys/user/sessions/end', { id })).success).toBe(true)
    expect((await world.get(there, '/sys/user/getUserInfo')).http).toBe(500)
    expect((await world.get(here, '/sys/user/getUserInfo')).success).toBe(true)
  })
})

describe('one’s own mail address', () => {
  const mailTo = async (to: string) =>
    (
      await world.database.pool.query<{ subject: string; content: string }>(
        `select subject, content from sent_message where recipient = $1 and channel = 'mail' order by created_at desc, id desc`,
        [to],
      )
    ).rows
  const codeIn = async (to: string) =>
    /验证码 (\d{6})/.exec((await mailTo(to))[0]?.content ?? '')?.[1] ?? 'none'

  it('is changed by a code that oneself asked for; the former address is told', async () => {
    const anna = await world.tokenOf('anna')
    const cora = (await world.login('cora', 'Himself#2026')).result.token
    await world.database.pool.query(`update sys_user set email = 'anna@old.cn' where username = 'anna'`)
    const email = 'anna@new.cn'
    expect((await world.send(anna, 'POST', '/sys/user/emailCode', { email })).success).toBe(true)
    const code = await codeIn(email)
    expect((await world.send(cora, 'PUT', '/sys/user/updateEmail', { email, code })).success).toBe(false)
    expect(await world.send(anna, 'PUT', '/sys/user/updateEmail', { email, code: '000000' })).toMatchObject({
      success: false,
      message: '邮箱验证码错误',
    })
    expect(await world.send(anna, 'PUT', '/sys/user/updateEmail', { email, code })).toMatchObject({
      success: true,
      message: '邮箱设置成功!',
    })
    expect((await mailTo('anna@old.cn'))[0]?.subject).toContain('修改了邮箱')
    expect((await world.send(anna, 'PUT', '/sys/user/updateEmail', { email, code })).success).toBe(false)
  })

  it('of somebody else gets no code, and its owner hears of the try', async () => {
    await world.database.pool.query(`update sys_user set email = 'bert@plant.cn' where username = 'bert'`)
    const anna = await world.tokenOf('anna')
    const answer = await world.send(anna, 'POST', '/sys/user/emailCode', { email: 'BERT@plant.cn' })
    expect(answer).toMatchObject({ success: true })
    expect(await codeIn('BERT@plant.cn')).toBe('none')
    expect((await mailTo('BERT@plant.cn'))[0]?.content).toContain('已拒绝')
  })

  it('must be an address', async () => {
    const anna = await world.tokenOf('anna')
    expect(await world.send(anna, 'POST', '/sys/user/emailCode', { email: 'anna' })).toMatchObject({
      success: false,
      message: '邮箱格式不正确',
    })
  })
})
