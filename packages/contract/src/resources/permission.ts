import { boolean, decimal, dict, dictNumber, integer, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 菜单与按钮 (4-api.md §3.3, §7.1, §13). Its list is a tree, answered by the permissions feature. */
export const permission = defineResource({
  name: 'permission',
  title: '菜单',
  path: '/sys/permission',
  table: 'sys_permission',
  permission: 'system:permission',
  fields: {
    parentId: ref('上级菜单', 'permission'),
    name: text('菜单名称', { required: true, max: 100 }),
    url: text('访问路径', { max: 255 }),
    component: text('前端组件', { max: 255 }),
    componentName: text('组件名称', { max: 100 }),
    redirect: text('默认跳转地址', { max: 255 }),
    menuType: dictNumber('菜单类型', 'menu_type', { required: true }),
    perms: text('授权标识', { max: 255 }),
    permsType: dict('授权策略', 'perms_type', { max: 10 }),
    sortNo: decimal('排序'),
    alwaysShow: boolean('聚合路由'),
    icon: text('菜单图标', { max: 100 }),
    route: boolean('是否路由菜单', { column: 'is_route', initial: true }),
    leaf: boolean('是否叶子', { column: 'is_leaf', derived: true }),
    keepAlive: boolean('是否缓存路由'),
    hidden: boolean('隐藏路由'),
    hideTab: boolean('隐藏页签'),
    description: text('描述', { max: 255 }),
    ruleFlag: integer('有数据规则', { derived: true }),
    status: dict('按钮状态', 'valid_status', { max: 2 }),
    internalOrExternal: boolean('外链打开方式'),
  },
  list: ['name', 'menuType', 'icon', 'component', 'url', 'sortNo'],
  label: 'name',
  sort: { column: 'sortNo', order: 'asc' },
  verbs: ['queryById', 'add', 'edit', 'delete', 'deleteBatch'],
  traits: { tenanted: false, owned: false, tree: { parent: 'parentId', root: '', order: 'sortNo' } },
})
