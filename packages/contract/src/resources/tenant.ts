import { dateTime, dictNumber, file, integer, region, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 租户 (4-api.md §7.11, §13). Its id is a number that the user gives; a described `id` replaces the made one. */
export const tenant = defineResource({
  name: 'tenant',
  title: '租户',
  path: '/sys/tenant',
  table: 'sys_tenant',
  permission: 'system:tenant',
  fields: {
    id: integer('租户编号', { required: true, immutable: true, from: 1, to: 2_000_000_000 }),
    name: text('租户名称', { required: true, max: 100 }),
    beginDate: dateTime('开始时间'),
    endDate: dateTime('结束时间'),
    region: region('所在地区'),
    logo: file('标志', { accept: 'image', max: 255, help: '显示在该租户页面左上角，建议透明背景的方形图片' }),
    adminUserId: text('初始管理员', { max: 32, derived: true, hidden: true }),
    status: dictNumber('状态', 'tenant_status', { initial: 1 }),
  },
  list: ['name', 'id', 'beginDate', 'endDate', 'status'],
  search: ['name', 'status'],
  label: 'name',
  verbs: ['list', 'queryById', 'add', 'edit', 'delete', 'deleteBatch'],
  traits: { tenanted: false, belongsTo: 'platformOnly', owned: false },
  texts: { edited: '修改成功!', deleted: '删除成功', batchDeleted: '删除成功！' },
})
