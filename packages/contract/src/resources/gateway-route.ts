import { dictNumber, json, text } from '../field.ts'
import { readConditions, readFilters, readUpstream } from '../gateway-route.ts'
import { defineResource } from '../resource.ts'

const problemOf = (read: { readonly ok: true } | { readonly ok: false; readonly reason: string }) =>
  // The label stands before it already, in forms and in answers.
  read.ok ? null : read.reason.replace(/^“[^”]+”(?=[要的不])/, '')

/** 路由网关 (4-api.md §7.18, §13; 5-screens.md §6.18): neighbouring systems behind the same session. */
export const gatewayRoute = defineResource({
  name: 'gatewayRoute',
  title: '网关路由',
  path: '/sys/gatewayRoute',
  table: 'sys_gateway_route',
  permission: 'system:gatewayRoute',
  fields: {
    routerId: text('路由ID', {
      isCode: true,
      required: true,
      max: 50,
      unique: true,
      pattern: {
        test: /^[A-Za-z0-9][A-Za-z0-9_-]*$/,
        message: '只能用字母、数字、下划线和横线，以字母或数字开头',
      },
    }),
    name: text('路由名称', { required: true, max: 32 }),
    uri: text('路由URI', {
      required: true,
      max: 255,
      check: (value) => (typeof value === 'string' ? problemOf(readUpstream(value)) : null),
      help: '上游的 http://主机:端口；只能指向系统配置 GATEWAY_ROUTE_HOSTS 允许的主机',
    }),
    predicates: json('路由条件', { check: (value) => problemOf(readConditions(value)) }),
    filters: json('过滤器', { check: (value) => problemOf(readFilters(value)) }),
    retryable: dictNumber('失败重试', 'yn', { initial: 0 }),
    stripPrefix: dictNumber('去掉前缀', 'yn', { initial: 0 }),
    persistable: dictNumber('持久化', 'yn', { initial: 0 }),
    showApi: dictNumber('在接口文档中显示', 'yn', { initial: 0 }),
    status: dictNumber('状态', 'yn', { initial: 1 }),
  },
  list: ['routerId', 'name', 'uri', 'status'],
  form: ['routerId', 'name', 'uri', 'status', 'predicates', 'filters'],
  label: 'name',
  verbs: ['queryById', 'add', 'edit', 'delete', 'deleteBatch'],
  traits: { tenanted: false, belongsTo: 'platformOnly' },
  texts: { deleted: '删除路由成功' },
})
