import {
  date,
  dateTime,
  dict,
  dictNumber,
  dicts,
  file,
  integer,
  json,
  longText,
  ref,
  text,
} from '../field.ts'
import {
  checkProcedureGasPlaces,
  checkProcedurePeople,
  checkProcedureSteps,
  mostProcedurePhotos,
} from '../procedure.ts'
import { defineResource } from '../resource.ts'
import { checkMeasureTemplate } from '../work-policy.ts'

/**
 * 能量控制程序 (3-domain.md §3.2 LoProcedure): how one piece of equipment is brought to rest, a row for each version. A draft is
 * written; `procedureEndpoints` make it effective, after which only a new version says something else.
 */
export const procedure = defineResource({
  name: 'procedure',
  title: '能量控制程序',
  path: '/loprocedure/loProcedure',
  table: 'lo_procedure',
  permission: 'lo:procedure',
  fields: {
    procName: text('程序名称', { required: true, max: 100 }),
    equipId: ref('设备', 'equip', { required: true, immutable: true }),
    versionNo: integer('版本', { derived: true }),
    status: dictNumber('状态', 'lo_procedure_status', { derived: true, initial: 0 }),
    workType: dict('作业类型', 'lo_work_type', { required: true }),
    workLevel: dict('作业级别', 'lo_work_level', { required: true }),
    content: longText('作业内容', { required: true, max: 1000 }),
    place: text('作业地点', { max: 200 }),
    hazards: dicts('危害辨识', 'lo_hazard', { required: true, max: 200 }),
    steps: json('步骤', { noSheet: true, check: checkProcedureSteps }),
    photos: file('照片', { accept: 'image', files: mostProcedurePhotos, noSheet: true }),
    measures: json('安全措施', { noSheet: true, check: checkMeasureTemplate }),
    gasPlaces: json('气体检测部位', { noSheet: true, check: checkProcedureGasPlaces }),
    people: json('人员要求', { noSheet: true, check: checkProcedurePeople }),
    emergencyContact: text('应急联系人', { max: 100 }),
    changeNote: text('本版修改说明', { max: 200 }),
    effectTime: dateTime('生效时间', { derived: true }),
    inspectTime: dateTime('检查时间', { derived: true }),
    inspectBy: ref('检查人', 'user', { derived: true }),
    inspectResult: dictNumber('检查结论', 'lo_inspect_result', { derived: true }),
    inspectNote: text('检查说明', { max: 200, derived: true }),
    nextInspect: date('下次检查', { derived: true }),
  },
  list: [
    'procName',
    'equipId',
    'versionNo',
    'status',
    'nextInspect',
    'inspectResult',
    'workType',
    'effectTime',
  ],
  search: ['procName', 'equipId', 'status', 'workType', 'nextInspect'],
  label: 'procName',
  uniqueTogether: [['equipId', 'versionNo']],
})
