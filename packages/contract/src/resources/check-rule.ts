import { longText, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 系统校验规则 (4-api.md §7.9, §13; 5-screens.md §6.15): which texts a code, a number or a name may be. */
export const checkRule = defineResource({
  name: 'checkRule',
  title: '编码校验规则',
  path: '/sys/checkRule',
  table: 'sys_check_rule',
  permission: 'system:checkRule',
  fields: {
    ruleName: text('规则名称', { required: true, max: 100 }),
    ruleCode: text('规则Code', { isCode: true, required: true, max: 100, unique: true }),
    ruleDescription: text('规则描述', { max: 200 }),
    ruleJson: longText('规则', { max: 1024 }),
  },
  list: ['ruleName', 'ruleCode', 'ruleDescription'],
  search: ['ruleName', 'ruleCode'],
  label: 'ruleName',
  traits: { owned: false, softDeleted: false },
})
