import { longText, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 系统编码规则 (4-api.md §7.9, §13; 5-screens.md §6.17): how codes and numbers are made. */
export const fillRule = defineResource({
  name: 'fillRule',
  title: '填值规则',
  path: '/sys/fillRule',
  table: 'sys_fill_rule',
  permission: 'system:fillRule',
  fields: {
    ruleName: text('规则名称', { required: true, max: 100 }),
    ruleCode: text('规则Code', {
      isCode: true,
      required: true,
      max: 100,
      unique: true,
      immutable: true,
      // Of every field that names one, and what the server numbers itself; the test beside `resources` holds it.
      help: '以下 Code 的规则用于自动编号：lock_code 锁具编号、equip_code 设备位号、work_no 工作票号、depart_code 机构编码',
      pattern: { test: /^[A-Za-z][A-Za-z0-9_]*$/, message: '要以字母开头，只能用字母、数字和下划线' },
    }),
    ruleClass: text('规则实现类', { required: true, max: 100 }),
    ruleParams: longText('规则参数', { max: 200 }),
  },
  list: ['ruleName', 'ruleCode', 'ruleClass', 'ruleParams'],
  search: ['ruleName', 'ruleCode'],
  label: 'ruleName',
  traits: { owned: false },
})
