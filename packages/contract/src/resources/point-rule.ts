import { dict, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 防误闭锁逻辑: the five preventions as data (3-domain.md §3.2 LoPointRule), evaluated in T21, T43 and R08. */
export const pointRule = defineResource({
  name: 'pointRule',
  title: '防误规则',
  path: '/lopoint/loPointRule',
  table: 'lo_point_rule',
  permission: 'lo:pointRule',
  fields: {
    pointId: ref('隔离点', 'point', { required: true }),
    action: dict('动作', 'lo_point_action', { required: true }),
    kind: dict('类别', 'lo_point_rule_kind', { required: true }),
    expr: text('条件', {
      required: true,
      max: 500,
      help: '例如 Q1.open && PT3.deadVerified；属性有 open 断开、closed 闭合、earthed 已接地、inSafePos 在安全位、inNormalPos 在正常位、locked 已上锁、deadVerified 已验证无能量；可用 && || ! 和括号',
    }),
    message: text('提示', { required: true, max: 200, help: '条件不满足时显示给操作人' }),
  },
  list: ['pointId', 'action', 'kind', 'expr', 'message'],
  search: ['pointId', 'action', 'kind'],
  label: 'message',
})
