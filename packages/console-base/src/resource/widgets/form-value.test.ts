import { boolean, date, defineResource, dictNumber, dicts, flag, json, secret, text } from '@suoan/contract'
import { describe, expect, it } from 'vitest'
import { draftOf, initialValues, toInput, toWire } from './form-value.ts'

const person = defineResource({
  name: 'testPerson',
  title: '人员',
  path: '/t/person',
  table: 't_person',
  permission: 't:person',
  fields: {
    name: text('姓名', { required: true }),
    code: text('编号', { immutable: true }),
    remark: text('备注'),
    password: secret('密码'),
    score: text('得分', { derived: true }),
    active: flag('启用', { initial: 1 }),
  },
  label: 'name',
})
const names = ['name', 'code', 'remark', 'password', 'score', 'active']
const row = { id: '7', name: '张三', code: 'A', remark: '旧', revision: 3 }

describe('values of a form', () => {
  it.each([
    ['a date', date('日期'), '2026-01-02'],
    ['several values', dicts('标签', 'x'), 'a,b'],
    ['a number of a dictionary', dictNumber('等级', 'x'), 2],
    ['a flag', flag('启用'), 1],
    ['a switch', boolean('隐藏'), false],
    ['a JSON value', json('配置'), { a: [1] }],
    ['a text', text('姓名'), '张三'],
  ])('%s comes back as it went in', (_, field, value) =>
    expect(toWire(field, toInput(field, value))).toEqual(value),
  )

  it('takes blanks alone for no JSON at all, as the form does', () =>
    expect(toWire(json('配置'), ' \n ')).toBeNull())
  it('cuts blanks around a text', () => expect(toWire(text('姓名'), '  张三 ')).toBe('张三'))
  it('begin with what the description says', () => {
    expect(initialValues(person, ['active', 'name'], null)).toEqual({ active: true, name: undefined })
  })
})

describe('the body of a save', () => {
  it('adds only what was typed', () => {
    expect(draftOf(person, names, { name: '李四', active: true }, null)).toEqual({ name: '李四', active: 1 })
  })
  it('carries id and revision of the edited row, and nothing that may not change', () => {
    const draft = draftOf(
      person,
      names,
      { name: '李四', code: 'B', remark: '新', score: '9', active: false },
      row,
    )
    expect(draft).toEqual({ id: '7', revision: 3, name: '李四', remark: '新', active: 0 })
  })
  it('empties a text with an empty text, since null leaves the column alone', () => {
    expect(draftOf(person, ['remark'], { remark: '' }, row)).toMatchObject({ remark: '' })
  })
  it('keeps a secret that was not typed', () => {
    expect(draftOf(person, ['password'], {}, row)).not.toHaveProperty('password')
  })
})
