import { dict, json, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 工作票模板: what a ticket begins with (T01 from template). Made of a ticket by `templateSave`, which alone writes `body`. */
export const workTemplate = defineResource({
  name: 'workTemplate',
  title: '工作票模板',
  path: '/loworktemplate/loWorkTemplate',
  table: 'lo_work_template',
  permission: 'lo:workTemplate',
  fields: {
    templateName: text('模板名称', { required: true, max: 100, unique: true }),
    workType: dict('作业类型', 'lo_work_type', { derived: true }),
    workLevel: dict('作业级别', 'lo_work_level', { derived: true }),
    areaId: ref('区域', 'area', { derived: true }),
    remark: text('说明', { max: 200 }),
    body: json('内容', { derived: true, hidden: true, noSheet: true }),
  },
  list: ['templateName', 'workType', 'workLevel', 'areaId', 'remark', 'createBy', 'createTime'],
  search: ['templateName', 'workType', 'areaId'],
  label: 'templateName',
  verbs: ['list', 'queryById', 'delete', 'deleteBatch'],
})
