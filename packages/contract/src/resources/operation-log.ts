import { dictNumber, integer, longText, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 操作日志 (4-api.md §7.19, §13): logins and operations, append-only. */
export const operationLog = defineResource({
  name: 'operationLog',
  title: '操作日志',
  path: '/sys/log',
  table: 'sys_log',
  permission: 'system:log',
  fields: {
    logType: dictNumber('日志类型', 'log_type'),
    logContent: text('日志内容', { max: 1000, searched: true }),
    operateType: dictNumber('操作类型', 'operate_type'),
    userid: text('操作人账号', { max: 100 }),
    username: text('操作人名称', { max: 100 }),
    ip: text('IP', { max: 100 }),
    method: text('处理程序', { max: 500, noSheet: true }),
    requestUrl: text('请求路径', { max: 255 }),
    requestParam: longText('请求参数', { noSheet: true, help: '对象的编号等；只记录编号，不记录填写的内容' }),
    requestType: text('请求类型', { max: 10 }),
    costTime: integer('耗时(毫秒)'),
    /** Drawn by the database; the chain of the log names its rows by it (decision 0555). */
    logNo: integer('序号', { hidden: true, derived: true, noSheet: true }),
  },
  list: ['logContent', 'userid', 'username', 'ip', 'costTime', 'logType', 'operateType', 'createTime'],
  search: ['logType', 'operateType', 'createTime'],
  label: 'logContent',
  traits: { log: true, owned: false },
})
