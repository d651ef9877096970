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
    ruleCode: text('规则Code', {
      isCode: true,
      required: true,
      max: 100,
      unique: true,
      // Of every field that names one; the test beside `resources` holds it.
      help: '以下 Code 的规则在录入和导入时生效：lock_code 锁具编号、equip_code 设备位号、point_code 隔离点编号、position_code 职务编码、user_work_no 工号',
    }),
    ruleDescription: text('规则描述', { max: 200 }),
    ruleJson: longText('规则', { max: 1024 }),
  },
  list: ['ruleName', 'ruleCode', 'ruleDescription'],
  search: ['ruleName', 'ruleCode'],
  label: 'ruleName',
  traits: { owned: false, softDeleted: false },
})
