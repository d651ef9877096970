import { code, decimal, dictNumber, text } from '../field.ts'
import { defineResource } from '../resource.ts'
import { baselineVersion } from './baseline-fields.ts'

/** 气体标准 (3-domain.md §3.4 LoGasStd). */
export const gasStd = defineResource({
  name: 'gasStd',
  title: '气体标准',
  path: '/logasstd/loGasStd',
  table: 'lo_gas_std',
  permission: 'lo:gasStd',
  fields: {
    gasCode: code('气体', { required: true, max: 10, unique: true }),
    gasName: text('名称', { required: true, max: 50 }),
    kind: dictNumber('类别', 'lo_gas_kind', { required: true }),
    lel: decimal('爆炸下限(%vol)', { from: 0, to: 100 }),
    limitMin: decimal('合格下限', { from: 0 }),
    limitMax: decimal('合格上限', { from: 0 }),
    unit: text('单位', { required: true, max: 8 }),
    std: text('依据', { max: 200 }),
    baselineVersion,
  },
  list: ['gasCode', 'gasName', 'kind', 'lel', 'limitMin', 'limitMax', 'unit', 'std'],
  search: ['gasCode', 'gasName', 'kind'],
  label: 'gasName',
})
