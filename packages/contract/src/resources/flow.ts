import { code, dict, dictNumber, flag, integer, json, ref, text } from '../field.ts'
import { checkTexts } from '../ground-shapes.ts'
import { defineResource } from '../resource.ts'
import { baselineVersion, sourceOfRule } from './baseline-fields.ts'

/** 审批流程 (3-domain.md §3.4 LoFlow). */
export const flow = defineResource({
  name: 'flow',
  title: '审批流程',
  path: '/loflow/loFlow',
  table: 'lo_flow',
  permission: 'lo:flow',
  fields: {
    flowCode: code('流程编码', { required: true, max: 32, unique: true }),
    flowName: text('流程名称', { required: true, max: 100 }),
    status: dictNumber('状态', 'lo_enabled', { initial: 1 }),
    remark: text('备注', { max: 255 }),
    source: sourceOfRule,
    baselineVersion,
  },
  list: ['flowCode', 'flowName', 'status', 'source', 'remark'],
  search: ['flowCode', 'flowName'],
  label: 'flowName',
})

/** 审批步骤 (3-domain.md §3.4 LoFlowStep). */
export const flowStep = defineResource({
  name: 'flowStep',
  title: '审批步骤',
  path: '/loflow/loFlowStep',
  table: 'lo_flow_step',
  permission: 'lo:flowStep',
  fields: {
    flowId: ref('审批流程', 'flow', { required: true }),
    stage: dictNumber('阶段', 'lo_flow_stage', { required: true }),
    stepNo: integer('步骤', { required: true, from: 1 }),
    roleTag: dict('角色', 'lo_role_tag', { required: true }),
    scopeRule: dict('人员范围', 'lo_scope_rule', { required: true }),
    userIds: json('指定人员', { noSheet: true, check: checkTexts }),
    quorum: text('通过规则', {
      required: true,
      max: 6,
      initial: 'ANY',
      pattern: { test: /^(ALL|ANY|N:[1-9]\d?)$/, message: '通过规则只能填 ALL、ANY 或 N:k，例如 N:2' },
    }),
    condition: text('启用条件', {
      max: 300,
      pattern: {
        test: /[<>=!]=?|\sin\s|^true$/,
        message: "启用条件须是比较式，例如 workLevel in ['0','1'] && planHours > 8",
      },
      help: '不填表示总是启用；可用 workType、baseTypes、workLevel、riskLevel、planHours、hazards、contractorCount 等',
    }),
    slaMin: integer('时限(分)', { from: 0 }),
    escalateTo: dict('升级到', 'lo_role_tag'),
    onSite: flag('现场审批', { initial: 0 }),
    signDemand: dict('签署要求', 'lo_sign_demand', {
      initial: 'SECRET',
      help: '签署时是否须再次验证本人：登录会话、签名口令/密码/动态口令，或只认动态口令',
    }),
    allowDelegate: flag('可委托', { initial: 0 }),
    rejectMode: dict('驳回方式', 'lo_reject_mode', { initial: 'RESTART' }),
    source: sourceOfRule,
    baselineVersion,
  },
  list: [
    'flowId',
    'stage',
    'stepNo',
    'roleTag',
    'scopeRule',
    'quorum',
    'slaMin',
    'onSite',
    'signDemand',
    'rejectMode',
  ],
  search: ['flowId', 'stage', 'roleTag'],
  label: 'stepNo',
  sort: { column: 'stepNo', order: 'asc' },
  uniqueTogether: [['flowId', 'stage', 'stepNo']],
})
