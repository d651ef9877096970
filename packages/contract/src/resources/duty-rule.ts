import { dict, flag, integer, text } from '../field.ts'
import { defineResource } from '../resource.ts'
import { baselineVersion, sourceOfRule } from './baseline-fields.ts'

/** 职责分离规则 (3-domain.md §3.1 LoDutyRule, §2): data, not code. */
export const dutyRule = defineResource({
  name: 'dutyRule',
  title: '职责分离规则',
  path: '/lodutyrule/loDutyRule',
  table: 'lo_duty_rule',
  permission: 'lo:dutyRule',
  fields: {
    workType: text('作业类型', {
      isCode: true,
      required: true,
      max: 2,
      help: '作业类型编码，* 表示全部类型',
    }),
    tagA: dict('角色A', 'lo_role_tag', { required: true }),
    tagB: dict('角色B', 'lo_role_tag', { required: true }),
    ruleKind: dict('规则', 'lo_duty_rule_kind', { required: true }),
    maxLive: integer('同时上限', { from: 1 }),
    hard: flag('强制', {
      initial: 1,
      help: '内置的职责分离始终有效：签发、审核、批准互不相同，隔离与验证不同，验证和监护不得是作业人员，作业和监护不得兼许可，一人只监护一张票。这里的规则只能更严',
    }),
    source: sourceOfRule,
    baselineVersion,
  },
  list: ['workType', 'tagA', 'tagB', 'ruleKind', 'maxLive', 'hard', 'source'],
  search: ['workType', 'tagA', 'tagB'],
  label: 'tagA',
  uniqueTogether: [['workType', 'tagA', 'tagB', 'ruleKind']],
})
