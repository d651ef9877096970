import type { PersonInside } from '@suoan/contract'
import { expect, it } from 'vitest'
import { findInside, isPassCode } from './find-inside.ts'

const inside = (over: Partial<PersonInside>): PersonInside => ({
  id: '1',
  personId: '1',
  name: '欧阳承焊',
  hasAccount: false,
  personSource: 2,
  company: '上海浦江起重',
  phone: '13911575881',
  staffNo: null,
  roleTag: 'CONTR',
  areaId: null,
  areaCode: 'A01A02',
  areaName: '压缩机房',
  place: 'P-101 泵位',
  workId: '1',
  workNo: 'A01A02-10-20261201-0001',
  workName: '离心泵检修',
  workStatus: 20,
  execPhase: 20,
  inTime: null,
  minutes: null,
  alarm: null,
  ...over,
})
const people = [
  inside({}),
  inside({ id: '2', name: '孙作', company: null, phone: null, staffNo: 'D006', areaName: '罐区' }),
]
const found = (words: string) => findInside(people, words).map(({ id }) => id)

it.each([
  ['', ['1', '2']],
  ['  ', ['1', '2']],
  ['承焊', ['1']],
  ['浦江', ['1']],
  ['5881', ['1']],
  ['d006', ['2']],
  ['罐区', ['2']],
  ['p-101', ['1', '2']],
  ['0001 孙作', ['2']],
  ['孙作 浦江', []],
  // The end of his name and the beginning of his company.
  ['焊上海', []],
])('%j finds %j', (words, ids) => expect(found(words)).toEqual(ids))

it('a badge that was read is told from a name', () => {
  expect(isPassCode(' tx-ABCDE-23456-FGHJK-MNPQR ')).toBe(true)
  expect(isPassCode('TX')).toBe(false)
  expect(isPassCode('欧阳承焊')).toBe(false)
})
