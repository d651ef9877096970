import { named } from '@suoan/kit/pattern'
import { date, dictNumber, file, integer, ref, refs, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 用户 (4-api.md §7.1, §13). Passwords stand in a table of their own; links to roles and departments too. */
export const user = defineResource({
  name: 'user',
  title: '用户',
  path: '/sys/user',
  table: 'sys_user',
  permission: 'system:user',
  fields: {
    username: text('用户账号', {
      required: true,
      max: 100,
      unique: true,
      immutable: true,
      searched: true,
      heading: '登录账号',
      pattern: { test: /^[A-Za-z0-9_.@-]{2,100}$/, message: '只能用字母、数字和 _ . @ -，至少 2 位' },
    }),
    realname: text('用户姓名', { required: true, max: 100, searched: true, heading: '真实姓名' }),
    avatar: file('头像', { accept: 'image', max: 255 }),
    birthday: date('生日'),
    sex: dictNumber('性别', 'sex'),
    email: text('邮箱', {
      sensitive: 'mail',
      max: 45,
      unique: true,
      heading: '电子邮件',
      pattern: { test: named.e.expression, message: '请填写完整的邮箱地址，例如 name@example.com' },
    }),
    phone: text('手机号码', {
      sensitive: 'phone',
      max: 45,
      unique: true,
      searched: true,
      heading: '电话',
      pattern: { test: named.m.expression, message: '请填写 11 位手机号码' },
    }),
    orgCode: ref('当前部门', 'department', { by: 'orgCode', derived: true, noSheet: true }),
    status: dictNumber('状态', 'user_status', { initial: 1 }),
    workNo: text('工号', { max: 100, unique: true }),
    post: refs('职务', 'position', { by: 'code', max: 100 }),
    telephone: text('座机号', { max: 45, sensitive: 'phone' }),
    userIdentity: integer('身份', { from: 1, to: 2, initial: 1, heading: '（1普通成员 2上级）' }),
    departIds: refs('负责部门', 'department'),
    relTenantIds: text('租户', { max: 100, noSheet: true }),
    activitiSync: dictNumber('同步工作流引擎', 'activiti_sync', { noSheet: true }),
    clientId: text('移动设备', { max: 64, hidden: true, derived: true }),
  },
  list: ['username', 'realname', 'avatar', 'sex', 'birthday', 'phone', 'departIds', 'status'],
  search: ['username', 'realname', 'phone', 'sex', 'status'],
  label: 'realname',
  traits: { owned: false },
  texts: { edited: '修改成功!', deleted: '删除用户成功', batchDeleted: '批量删除用户成功' },
})
