import { boolean, dict, integer, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 角色首页 (4-api.md §7.22, §13): the page that 首页 is for the people of a role. */
export const roleIndex = defineResource({
  name: 'roleIndex',
  title: '角色首页',
  path: '/sys/sysRoleIndex',
  table: 'sys_role_index',
  permission: 'system:roleIndex',
  fields: {
    roleCode: ref('角色', 'role', { by: 'roleCode', required: true, unique: true, max: 50 }),
    url: text('首页路由', {
      required: true,
      max: 100,
      pattern: { test: /^\/(?!\/)[^\s\\]*$/, message: '要以 / 开头的页面路由，例如 /isps/board' },
    }),
    component: text('首页组件', {
      required: true,
      max: 255,
      pattern: { test: /^[A-Za-z][\w/-]*$/, message: '要组件名称，例如 isps/board' },
    }),
    route: boolean('是否路由菜单', { column: 'is_route', initial: true, noSheet: true }),
    priority: integer('优先级', { from: 0, to: 9999, initial: 0, help: '一人多角色时，小的在前' }),
    status: dict('状态', 'valid_status', { required: true, initial: '1', look: 'radio' }),
  },
  list: ['roleCode', 'url', 'component', 'priority', 'status'],
  search: ['roleCode', 'status'],
  label: 'roleCode',
  traits: { softDeleted: false },
})
