import { describe, expect, it } from 'vitest'
import { greetingAt } from './greeting.ts'
import { passwordProblem, questionsOf } from './login-steps.ts'

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
