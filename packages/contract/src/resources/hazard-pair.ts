import { code, dict, dictNumber, flag, longText, text } from '../field.ts'
import { defineResource } from '../resource.ts'
import { baselineVersion, sourceOfRule } from './baseline-fields.ts'

/**
 * 作业冲突矩阵 (3-domain.md §4.5.4): which two kinds of work are unsafe together in one area or next to it. A side names a
 * work type, a hazard, or both; a side that names neither is any work at all.
 */
export const hazardPair = defineResource({
  name: 'hazardPair',
  title: '作业冲突矩阵',
  path: '/lohazardpair/loHazardPair',
  table: 'lo_hazard_pair',
  permission: 'lo:hazardPair',
  fields: {
    ruleCode: code('规则编码', { required: true, max: 20, unique: true, immutable: true }),
    pairName: text('冲突说明', {
      required: true,
      max: 100,
      help: '显示在拒绝原因里，例如“动火与受限空间作业同时进行”',
    }),
    typeA: dict('甲方作业类型', 'lo_work_type', { help: '类型与危害都不选表示任何作业' }),
    hazardA: dict('甲方危害', 'lo_hazard'),
    typeB: dict('乙方作业类型', 'lo_work_type', { help: '类型与危害都不选表示任何作业' }),
    hazardB: dict('乙方危害', 'lo_hazard'),
    severity: dictNumber('严重度', 'lo_severity', { required: true, initial: 3 }),
    adjacent: flag('含相邻区域', { initial: 1 }),
    measures: longText('建议措施', { max: 300 }),
    status: dictNumber('状态', 'lo_enabled', { initial: 1 }),
    source: sourceOfRule,
    baselineVersion,
  },
  list: ['ruleCode', 'pairName', 'typeA', 'hazardA', 'typeB', 'hazardB', 'severity', 'adjacent', 'status'],
  search: ['pairName', 'severity', 'status'],
  label: 'pairName',
})
