import { integer, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 角色 (4-api.md §7.2, §13). */
export const role = defineResource({
  name: 'role',
  title: '角色',
  path: '/sys/role',
  table: 'sys_role',
  permission: 'system:role',
  fields: {
    roleName: text('角色名称', { required: true, min: 2, max: 30, heading: '角色名' }),
    roleCode: text('角色编码', {
      required: true,
      max: 64,
      unique: true,
      immutable: true,
      pattern: { test: /^[A-Za-z0-9_:-]+$/, message: '不可输入汉字，只能用字母、数字和 _ : -' },
    }),
    description: text('描述', { max: 126 }),
    roleNo: integer('角色序号', {
      from: 1,
      to: 9999,
      help: '客户端用它认角色；4 不显示消息铃',
      noSheet: true,
    }),
    roleSort: integer('优先级', { from: 0, to: 9999, help: '一人多角色时，小的在前', noSheet: true }),
  },
  list: ['roleName', 'roleCode', 'description', 'createTime', 'updateTime'],
  search: ['roleName', 'createTime'],
  label: 'roleName',
  traits: { owned: false, softDeleted: false },
  texts: { edited: '修改成功!', deleted: '删除角色成功', batchDeleted: '删除角色成功!' },
})
