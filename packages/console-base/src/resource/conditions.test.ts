import { dateTime, defineResource, dict, integer, ref, text } from '@suoan/contract'
import { describe, expect, it } from 'vitest'
import { conditionsOf } from './conditions.ts'
import { initialListState, type ListState } from './list-state.ts'

const lock = defineResource({
  name: 'testLock',
  title: '锁具',
  path: '/lolock/loLock',
  table: 'lo_lock',
  permission: 'lo:lock',
  fields: {
    lockName: text('锁名称'),
    state: dict('状态', 'lo_lock_status'),
    areaId: ref('区域', 'area'),
    battery: integer('电量'),
    seenAt: dateTime('最近在线'),
  },
  label: 'lockName',
})
const of = (some: Partial<ListState>) => conditionsOf(lock, { ...initialListState(lock), ...some })
const said = (some: Partial<ListState>) =>
  of(some).map(({ label, rule, values, joint }) => `${label} ${rule} ${values.join(joint)}`)

describe('the conditions of a list in words', () => {
  it('are those of the query form, a range as one', () => {
    expect(
      said({
        filters: { lockName: 'a,b', state: '1,2', seenAt_begin: '2026-01-01', seenAt_end: '2026-02-01' },
      }),
    ).toEqual(['锁名称  a,b', '状态  1、2', '最近在线  2026-01-01 至 2026-02-01'])
    expect(said({ filters: { seenAt_end: '2026-02-01' } })).toEqual(['最近在线 不晚于 2026-02-01'])
    expect(said({ filters: { lockName: '*阀*' } })).toEqual(['锁名称 包含 阀'])
    expect(said({ filters: { lockName: '阀*' } })).toEqual(['锁名称  阀*'])
  })

  it('are those of the advanced query with their rules', () => {
    const rules = [
      { field: 'battery', rule: 'lt', val: '20' },
      { field: 'battery', rule: 'between', val: '10,20' },
      { field: 'battery', rule: 'between', val: ',20' },
      { field: 'areaId', rule: 'in', val: 'a1,,a2' },
    ]
    expect(said({ rules })).toEqual([
      '电量 小于 20',
      '电量 介于 10 至 20',
      '电量 小于等于 20',
      '区域 在...中 a1、a2',
    ])
  })

  it('that are not applied say why', () => {
    const gone = { field: 'gone', rule: 'eq', val: '1' }
    expect(of({ unapplied: [gone] })).toMatchObject([
      { label: 'gone', problem: '所用的列已不存在，或不能用于查询', without: { unapplied: [] } },
    ])
  })

  it('are taken away one by one', () => {
    const rules = [
      { field: 'battery', rule: 'gt', val: '1' },
      { field: 'battery', rule: 'lt', val: '20' },
    ]
    const filters = { seenAt_begin: 'x', seenAt_end: 'y', lockName: 'z' }
    const [range, , first] = of({ filters, rules })
    expect(range?.without).toEqual({ filters: { lockName: 'z' }, rules, unapplied: [] })
    expect(first?.without).toEqual({ filters, rules: [rules[1]], unapplied: [] })
  })
})
