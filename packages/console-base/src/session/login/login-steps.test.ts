import { describe, expect, it } from 'vitest'
import { greetingAt } from './greeting.ts'
import { awayIn, arrivalIn } from './arrival.ts'
import {
  appSource,
  passwordProblem,
  passwordStrength,
  phoneProblems,
  questionsOf,
  usernameProblem,
} from './login-steps.ts'

const depart = (id: string) => ({ id, departName: `部门${id}`, orgCode: id })

describe('the questions after a login', () => {
  it('takes a single tenant and a single department silently', () => {
    const answer = {
      token: 't',
      userInfo: {},
      tenantList: [{ id: 7, name: '东区' }],
      departs: [depart('A01')],
      multi_depart: 1,
    }
    expect(questionsOf(answer)).toEqual({
      password: false,
      passwordMaxDays: null,
      tenants: [],
      departs: [],
      tenantId: 7,
      noDepart: false,
    })
  })
  it('asks for one of several tenants and departments', () => {
    const tenants = [
      { id: 7, name: '东区' },
      { id: 8, name: '西区' },
    ]
    const departs = [depart('A01'), depart('A02')]
    const asked = questionsOf({ token: 't', userInfo: {}, tenantList: tenants, departs, multi_depart: 2 })
    expect(asked).toMatchObject({ tenants, departs, tenantId: null })
  })
  it('warns when no department is assigned', () => {
    expect(questionsOf({ token: 't', userInfo: {}, multi_depart: 0 }).noDepart).toBe(true)
  })
  it('asks for a new password first when the server demands it', () => {
    expect(questionsOf({ token: 't', userInfo: {}, mustChangePassword: true }).password).toBe(true)
  })
  it('says after how many days a password was too old', () => {
    const old = { token: 't', userInfo: {}, mustChangePassword: true, passwordMaxDays: 90 }
    expect(questionsOf(old)).toMatchObject({ password: true, passwordMaxDays: 90 })
  })
})

describe('a new password', () => {
  it.each([
    ['', '请输入新密码!'],
    ['Lock#26', '密码至少 8 位，须同时包含字母、数字和特殊字符'],
    ['lockout2026', '密码至少 8 位，须同时包含字母、数字和特殊字符'],
    ['Lock#2026', null],
  ])('“%s” is answered with %s', (password, problem) => {
    expect(passwordProblem(password)).toBe(problem)
  })
})

describe('the greeting (1-shell.md §2.6)', () => {
  it.each([
    [0, '早上好'],
    [8, '早上好'],
    [9, '上午好'],
    [11, '上午好'],
    [12, '中午好'],
    [13, '中午好'],
    [14, '下午好'],
    [19, '下午好'],
    [20, '晚上好'],
  ])('at %i is %s', (hour, text) => expect(greetingAt(hour)).toBe(text))
})

describe('number and code (5-screens.md §3.1)', () => {
  it.each([
    ['', '', { mobile: '请输入手机号码!', captcha: '请输入验证码!' }],
    ['1234', '1', { mobile: '您的手机号码格式不正确!' }],
    ['13900000001', '381204', {}],
  ])('“%s” and “%s” have the problems %j', (mobile, code, problems) => {
    expect(phoneProblems(mobile, code)).toEqual(problems)
  })
})

describe('a user name (1-shell.md §5)', () => {
  it.each([
    ['', '请输入用户名'],
    ['abc', '长度为6到18个字符'],
    ['张三丰四', '只允许字母、数字、下划线'],
    ['user_01', null],
  ])('“%s” is answered with %s', (name, problem) => expect(usernameProblem(name)).toBe(problem))
})

describe('the strength of a password (5-screens.md §3.3)', () => {
  it.each([
    ['short', '低'],
    ['lock#2026', '中'],
    ['Lock#2026', '强'],
    ['a-long-sentence-1', '强'],
  ])('of “%s” is %s', (password, text) => expect(passwordStrength(password).text).toBe(text))
})

describe('the provider of a chat app’s login', () => {
  const both = [{ source: 'dingtalk' }, { source: 'wechat_enterprise' }]
  it.each([
    ['… DingTalk/7', both, 'dingtalk'],
    ['… wxwork/4', both, 'wechat_enterprise'],
    ['… wxwork/4', [{ source: 'dingtalk' }], null],
    ['… Chrome', [{ source: 'corp' }], 'corp'],
    ['… Chrome', both, null],
  ])('of “%s” among %j is %s', (agent, third, source) => expect(appSource(agent, third)).toBe(source))
})

describe('coming back from another server', () => {
  const away = { to: 'cas', remember: true, redirect: null } as const
  it('reads the ticket of a third-party sign-in', () => {
    expect(arrivalIn('?oauth2LoginToken=t&thirdType=corp', null)).toEqual({
      kind: 'third',
      token: 't',
      source: 'corp',
    })
  })
  it('takes a CAS ticket only in the window that left for it', () => {
    expect(arrivalIn('?way=cas&ticket=ST-1', away)).toEqual({ kind: 'cas', ticket: 'ST-1' })
    expect(arrivalIn('?way=cas&ticket=ST-1', null)?.kind).toBe('failed')
  })
  it('says a failure in words of ours, never of the address', () => {
    expect(arrivalIn('?thirdError=denied', null)).toEqual({
      kind: 'failed',
      text: '您在第三方页面取消了登录',
    })
    expect(arrivalIn('?thirdError=<b>call 123', null)).toEqual({
      kind: 'failed',
      text: '第三方登录失败，请重新登录',
    })
  })
  it('is none on an ordinary visit', () => {
    expect(arrivalIn('?redirect=%2Fisps%2FloWorkList', away)).toBeNull()
  })
  it.each([null, '', '{', '[]', '{"to":"elsewhere"}'])('remembers nothing from %j', (text) => {
    expect(awayIn(text)).toBeNull()
  })
})
