import { date, dictNumber, flag, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 部门区域关系: exactly one 属地 per area (3-domain.md §3.1 LoDepartArea). */
export const departArea = defineResource({
  name: 'departArea',
  title: '部门区域关系',
  path: '/lodepartarea/loDepartArea',
  table: 'lo_depart_area',
  permission: 'lo:departArea',
  fields: {
    departId: ref('部门', 'department', { required: true }),
    areaId: ref('区域', 'area', { required: true }),
    areaCode: text('区域编码', { isCode: true, max: 64, derived: true }),
    relType: dictNumber('关系类型', 'lo_depart_area_rel', { required: true }),
    includeChild: flag('包含下级', { initial: 1 }),
    validFrom: date('生效日期'),
    validTo: date('失效日期'),
    remark: text('备注', { max: 255 }),
  },
  list: ['departId', 'areaId', 'relType', 'includeChild', 'validFrom', 'validTo'],
  search: ['departId', 'areaId', 'relType'],
  label: 'areaCode',
  uniqueTogether: [['departId', 'areaId', 'relType']],
})
