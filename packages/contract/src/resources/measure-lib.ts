import { dict, dictNumber, integer, text } from '../field.ts'
import { defineResource } from '../resource.ts'
import { baselineVersion, sourceOfRule } from './baseline-fields.ts'

/** 措施库: what is done about a hazard, from the strongest control to the weakest (3-domain.md §3.5 LoWorkMeasure). */
export const measureLib = defineResource({
  name: 'measureLib',
  title: '安全措施库',
  path: '/lomeasurelib/loMeasureLib',
  table: 'lo_measure_lib',
  permission: 'lo:measureLib',
  fields: {
    hazard: dict('危害因素', 'lo_hazard', { required: true }),
    content: text('措施内容', { required: true, max: 300 }),
    controlRank: dictNumber('控制层级', 'lo_control_rank', { required: true }),
    sortNo: integer('顺序', { from: 1, initial: 1 }),
    status: dictNumber('状态', 'lo_enabled', { initial: 1 }),
    source: sourceOfRule,
    baselineVersion,
  },
  list: ['hazard', 'content', 'controlRank', 'sortNo', 'status', 'source'],
  search: ['hazard', 'content', 'controlRank', 'status'],
  label: 'content',
  uniqueTogether: [['hazard', 'content']],
})
