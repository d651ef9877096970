import { integer, longText, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 数据日志 (4-api.md §7.19, §13): each stored version of a row, and what changed from the one before. */
export const dataLog = defineResource({
  name: 'dataLog',
  title: '数据日志',
  path: '/sys/dataLog',
  table: 'sys_data_log',
  permission: 'system:dataLog',
  fields: {
    dataTable: text('表名', { isCode: true, max: 64 }),
    dataId: text('数据ID', { isCode: true, max: 32 }),
    dataContent: longText('数据内容'),
    dataChange: longText('变更内容'),
    dataVersion: integer('版本号'),
    /** Drawn by the database; the chain of the log names its rows by it (decision 0555). */
    logNo: integer('序号', { hidden: true, derived: true, noSheet: true }),
  },
  list: ['dataTable', 'dataId', 'dataVersion', 'dataContent', 'createBy', 'createTime'],
  search: ['dataTable', 'dataId'],
  label: 'dataId',
  traits: { log: true, owned: false },
})
