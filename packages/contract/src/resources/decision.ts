import { dateTime, dict, flag, integer, json, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 判定记录: every answer of the interlock with all its rules (3-domain.md §3.6 LoDecision). */
export const decision = defineResource({
  name: 'decision',
  title: '开锁判定记录',
  path: '/lodecision/loDecision',
  table: 'lo_decision',
  permission: 'lo:decision',
  fields: {
    decisionId: text('判定号', { max: 32, unique: true }),
    userId: ref('人员', 'user'),
    lockId: ref('锁具', 'lock'),
    workId: ref('工作票', 'work'),
    action: dict('动作', 'lo_cmd_type'),
    time: dateTime('时间'),
    allow: flag('是否允许'),
    leg: dict('通道', 'lo_leg'),
    code: text('结果码', { max: 16 }),
    rules: json('规则结果', { noSheet: true }),
    fix: json('处理建议', { noSheet: true }),
    engineVersion: text('引擎版本', { max: 32 }),
    inputHash: text('输入摘要', { max: 64, noSheet: true }),
    chainSeq: integer('链序号', { noSheet: true }),
    prevHash: text('前链', { max: 64, noSheet: true }),
    hash: text('本链', { max: 64 }),
  },
  list: ['time', 'userId', 'lockId', 'workId', 'action', 'allow', 'leg', 'code', 'decisionId'],
  search: ['time', 'userId', 'lockId', 'allow'],
  label: 'decisionId',
  sort: { column: 'time', order: 'desc' },
  traits: { log: true, stamped: false },
})
