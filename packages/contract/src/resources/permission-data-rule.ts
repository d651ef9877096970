import { dict, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 数据规则 (4-api.md §4.7, §13). Its calls stand below the menu's path, in the permissions feature. */
export const permissionDataRule = defineResource({
  name: 'permissionDataRule',
  title: '数据规则',
  path: '/sys/permission/rule',
  table: 'sys_permission_data_rule',
  permission: 'system:permission:rule',
  fields: {
    permissionId: ref('菜单', 'permission', { required: true, immutable: true }),
    ruleName: text('规则名称', { required: true, max: 50 }),
    ruleColumn: text('规则字段', { max: 50 }),
    ruleConditions: dict('条件规则', 'rule_conditions', { required: true, max: 50 }),
    ruleValue: text('规则值', { required: true, max: 300 }),
    status: dict('状态', 'valid_status', { max: 3, initial: '1' }),
  },
  list: ['ruleName', 'ruleColumn', 'ruleConditions', 'ruleValue', 'status'],
  search: ['ruleName', 'ruleValue'],
  label: 'ruleName',
  verbs: [],
  traits: { tenanted: false, belongsTo: 'platform', owned: false, softDeleted: false },
})
