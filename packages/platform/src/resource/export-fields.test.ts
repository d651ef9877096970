import { position } from '@suoan/contract'
import { expect, it } from 'vitest'
import { compile } from '../db/compile.ts'
import { chosenFields } from './export-plan.ts'
import { sheetFields } from './sheet-columns.ts'

const all = sheetFields(compile(position))
const chosen = (field: unknown) => chosenFields(all, field).map(({ name }) => name)

it('an export has the columns that are asked for, in their order', () => {
  expect(chosen('id,,postRank_dictText,code')).toEqual(['postRank', 'code'])
  expect(chosen('name')).toEqual(['name'])
})

it('what is no column of the sheet is passed over, and without any the sheet has all', () => {
  const every = ['code', 'name', 'postRank']
  expect(chosen('password,code,nope,code')).toEqual(['code'])
  for (const field of [undefined, '', 'id,,action', 7, ['code']]) expect(chosen(field)).toEqual(every)
})
