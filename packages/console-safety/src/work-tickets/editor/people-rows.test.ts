import { describe, expect, it } from 'vitest'
import type { PersonLine } from './draft-model.ts'
import type { KnownLocks } from './lock-cells.ts'
import { lockRows, locksOf } from './lock-rows.ts'
import {
  peopleOf,
  personKey,
  personRows,
  repeated,
  unknownText,
  whoIs,
  type PersonRow,
} from './people-rows.ts'

const locks: KnownLocks = new Map(
  [
    ['pl6', 'PL6', 4, 'u6'],
    ['pl7', 'PL7', 4, 'u7'],
    ['pl9', 'PL9', 4, null],
    ['lk4', 'LK4', 2, null],
    ['lb1', 'LB1', 3, null],
  ].map(([id, code, purpose, ownerId]) => [
    String(id),
    {
      id: String(id),
      code: String(code),
      text: String(code),
      purpose: Number(purpose),
      ownerId: ownerId === null ? null : String(ownerId),
    },
  ]),
)
const line = (key: string, part: Partial<PersonLine> = {}): PersonLine => ({
  key,
  userId: null,
  externalId: null,
  personName: '',
  personSource: 1,
  roleTag: 'WORK',
  personalLockId: null,
  personalLockCode: null,
  ...part,
})
const sun = line('1', { userId: 'u6', personalLockId: 'pl6', personalLockCode: 'PL6' })
const edit = (before: readonly PersonLine[], ...parts: readonly Partial<PersonRow>[]) =>
  peopleOf(
    personRows(before).map((row, at) => ({ ...row, ...parts[at] })),
    before,
    locks,
  )
const first = (before: PersonLine, part: Partial<PersonRow>) => edit([before], part).people[0]

describe('people in a table', () => {
  it('come back as they went', () => {
    const before = [
      sun,
      line('2', { externalId: 'x1', personSource: 2, roleTag: 'CONTR' }),
      line('3', { personName: '赖外：承包商', personSource: 3 }),
      line('4', { roleTag: 'ISO' }),
    ]
    expect(JSON.stringify(edit(before).people)).toBe(JSON.stringify(before))
    expect(whoIs(personKey(line('1', { personName: '赖外：承包商' })))).toEqual({
      userId: null,
      externalId: null,
      personName: '赖外：承包商',
    })
  })
  it('are somebody else once they come from elsewhere, unless both were pasted at once', () => {
    expect(first(sun, { personSource: 2 })).toMatchObject({ userId: null, personSource: 2 })
    expect(first(sun, { personSource: 2, person: 'external:x1' })).toMatchObject({ externalId: 'x1' })
  })
  it('have an account in a role that only people with one can have, and no lock where none is worn', () => {
    const outsider = line('1', { externalId: 'x1', personSource: 2, personalLockId: 'pl9' })
    expect(first(outsider, { roleTag: 'ISO' })).toMatchObject({
      personSource: 1,
      externalId: null,
      personalLockId: null,
    })
  })
  it('wear their own lock once they are named to work, unless they have none or it is on another line', () => {
    expect(first(line('1'), { person: 'user:u7' })).toMatchObject({
      personalLockId: 'pl7',
      personalLockCode: 'PL7',
    })
    expect(first(line('1'), { person: 'user:u8' })).toMatchObject({ personalLockId: null })
    expect(first(line('1', { roleTag: 'LEAD' }), { person: 'user:u7' })).toMatchObject({
      personalLockId: null,
    })
    const twice = edit([sun, line('2')], {}, { person: 'user:u6' })
    expect([twice.people[1]?.personalLockId, twice.said]).toEqual([null, []])
  })
  it('keep role and source when those are emptied', () => {
    expect(first(sun, { roleTag: null, personSource: null })).toEqual(sun)
  })
  it('wear their own lock or one without owner: with another person the lock goes', () => {
    expect(first(sun, { person: 'user:u8' })).toMatchObject({ userId: 'u8', personalLockId: null })
    expect(first(sun, { personalLockId: 'pl7' })).toMatchObject({ personalLockId: 'pl6' })
    expect(first(sun, { personalLockId: 'pl9' })).toMatchObject({
      personalLockId: 'pl9',
      personalLockCode: 'PL9',
    })
  })
  it('stay as the ticket has them while another line is edited, whatever would be asked of them now', () => {
    const odd = line('2', {
      userId: 'u9',
      roleTag: 'ISO',
      personSource: 2,
      personalLockId: 'pl7',
      personalLockCode: 'PL7',
    })
    const { people, said } = edit([sun, odd], { person: 'user:u8', personalLockId: null })
    expect(people[1]).toEqual(odd)
    expect(said).toEqual([])
  })
  it('never wear one lock together', () => {
    const pool = [line('1', { personalLockId: 'pl9', personalLockCode: 'PL9' }), line('2')]
    const { people, said } = edit(pool, {}, { personalLockId: 'pl9' })
    expect(people.map(({ personalLockId }) => personalLockId)).toEqual(['pl9', null])
    expect(said).toEqual(['锁具 PL9 已在本表中，一把锁只能选一次'])
    expect(edit([sun], { personalLockId: 'pl7' }).said).toEqual([
      '个人锁 PL7 未选用：不属于此人，或此角色不挂个人锁',
    ])
  })
  it('are told when they stand in one role twice; in two roles they may', () => {
    const again = [
      sun,
      line('2', { userId: 'u6' }),
      line('3', { userId: 'u6', roleTag: 'ISO' }),
      line('4'),
      line('5'),
    ]
    expect([...repeated(again)]).toEqual(['2'])
  })
  it('that are only a name say why', () => {
    expect(unknownText(2, 'none')).toBe('未登记，请选择其登记')
    expect(unknownText(2, { id: 'x1' })).toBe('未登记，请选择其登记')
    expect(unknownText(1, 'none')).toBe('本单位没有此人，请选择')
    expect(unknownText(1, 'several')).toBe('有几人同名，请选择')
    expect(unknownText(1, 'looking')).toBe('正在查找…')
  })
})

describe('locks of a ticket in a table', () => {
  const cabinet = {
    key: '1',
    lockId: 'lk4',
    lockCode: 'LK4',
    useType: 2,
    userIds: ['u6', 'u7'],
    allowOpenMin: 15,
  }
  const after = (part: object) =>
    locksOf(
      lockRows([cabinet]).map((row) => ({ ...row, ...part })),
      [cabinet],
      locks,
    ).locks[0]
  it('come back as they went', () => {
    const empty = { ...cabinet, key: '2', lockId: '', lockCode: '', userIds: [], allowOpenMin: null }
    const before = [cabinet, empty]
    expect(JSON.stringify(locksOf(lockRows(before), before, locks).locks)).toBe(JSON.stringify(before))
  })
  it('take another lock for another use, and another use with another lock', () => {
    expect(after({ useType: 3 })).toMatchObject({ useType: 3, lockId: '', lockCode: '' })
    expect(after({ lockId: 'lb1' })).toMatchObject({ useType: 3, lockId: 'lb1', lockCode: 'LB1' })
    expect(after({ useType: 3, lockId: 'lb1' })).toMatchObject({ useType: 3, lockId: 'lb1' })
    expect(after({ useType: null })).toEqual(cabinet)
    const odd = { ...cabinet, key: '2', lockId: 'lb1', lockCode: 'LB1', useType: 2 }
    const rows = lockRows([cabinet, odd]).map((row, at) => (at === 0 ? { ...row, allowOpenMin: 1 } : row))
    expect(locksOf(rows, [cabinet, odd], locks).locks[1]).toEqual(odd)
  })
})
