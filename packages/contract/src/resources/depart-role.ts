import { ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 部门角色 (4-api.md §7.5, §13). Its department stays: what it may be given is what the department holds. */
export const departRole = defineResource({
  name: 'departRole',
  title: '部门角色',
  path: '/sys/sysDepartRole',
  table: 'sys_depart_role',
  permission: 'system:departRole',
  fields: {
    departId: ref('部门', 'department', { required: true, immutable: true, heading: '部门id' }),
    roleName: text('部门角色名称', { required: true, min: 2, max: 30 }),
    roleCode: text('部门角色编码', {
      required: true,
      max: 64,
      unique: true,
      pattern: { test: /^[A-Za-z0-9_:-]+$/, message: '不可输入汉字，只能用字母、数字和 _ : -' },
    }),
    description: text('描述', { max: 126 }),
  },
  list: ['roleName', 'roleCode', 'departId', 'description'],
  search: ['roleName'],
  label: 'roleName',
  traits: { owned: false, softDeleted: false },
})
