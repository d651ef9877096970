import { json, longText, ref, text } from '../field.ts'
import {
  readReportItems,
  reportItemsProblem,
  reportParamsProblem,
  reportSearchProblem,
  reportTotalsProblem,
} from '../online-report.ts'
import { readReportStatement, REPORT_STATEMENT_MAX } from '../report-statement.ts'
import { defineResource } from '../resource.ts'

/**
 * Online报表配置 (4-api.md §9, §13; 5-screens.md §12.6): what a neighbouring database answers, as a page and as a popup. It
 * belongs to the platform like the data source that it names (decision 1005).
 */
export const onlineReport = defineResource({
  name: 'onlineReport',
  title: '在线报表',
  path: '/online/cgreport/head',
  table: 'onl_cgreport_head',
  permission: 'system:report',
  fields: {
    code: text('报表编码', {
      isCode: true,
      required: true,
      max: 100,
      unique: true,
      immutable: true,
      pattern: { test: /^[A-Za-z][A-Za-z0-9_-]*$/, message: '要以字母开头，只能用字母、数字、下划线和横线' },
    }),
    name: text('报表名称', { required: true, max: 100 }),
    dbSource: ref('数据源', 'dataSource', { by: 'code', required: true, max: 100 }),
    cgrSql: longText('报表语句', {
      required: true,
      max: REPORT_STATEMENT_MAX,
      check: (value) => {
        const read = readReportStatement(String(value))
        return read.ok ? null : read.reason
      },
      help: 'select 列 [as 别名], … from 表或视图 [where 列 = ${参数} and …] [order by 列]；连接、汇总和计算请在数据源中建视图',
    }),
    items: json('报表字段', {
      check: (value) =>
        reportItemsProblem(value) ??
        reportTotalsProblem(readReportItems(value)) ??
        reportSearchProblem(readReportItems(value)),
      noSheet: true,
    }),
    params: json('报表参数', { check: reportParamsProblem, noSheet: true }),
    content: text('备注', { max: 1000 }),
  },
  list: ['name', 'code', 'cgrSql', 'dbSource', 'createTime'],
  search: ['code', 'name'],
  form: ['code', 'name', 'dbSource', 'cgrSql', 'items', 'params', 'content'],
  label: 'name',
  verbs: ['list', 'queryById', 'add', 'edit', 'delete', 'deleteBatch'],
  traits: { tenanted: false, belongsTo: 'platformOnly' },
})
