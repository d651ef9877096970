import { text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 角色 (4-api.md §7.2, §13). */
export const role = defineResource({
  name: 'role',
  title: '角色',
  path: '/sys/role',
  table: 'sys_role',
  permission: 'system:role',
  fields: {
    roleName: text('角色名称', { required: true, max: 200, heading: '角色名' }),
    roleCode: text('角色编码', {
      required: true,
      max: 100,
      unique: true,
      immutable: true,
      pattern: { test: /^[A-Za-z0-9_:-]+$/, message: '只能用字母、数字和 _ : -' },
    }),
    description: text('描述', { max: 255 }),
  },
  list: ['roleName', 'roleCode', 'description', 'createTime', 'updateTime'],
  search: ['roleName', 'createTime'],
  label: 'roleName',
  traits: { owned: false, softDeleted: false },
  texts: { edited: '修改成功!', deleted: '删除角色成功', batchDeleted: '删除角色成功!' },
})
