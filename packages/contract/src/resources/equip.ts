import { code, dict, dictNumber, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 设备设施 (3-domain.md §3.2 LoEquip). */
export const equip = defineResource({
  name: 'equip',
  title: '设备设施',
  path: '/loequip/loEquip',
  table: 'lo_equip',
  permission: 'lo:equip',
  fields: {
    equipCode: code('设备位号', {
      required: true,
      max: 50,
      unique: true,
      checkRule: 'equip_code',
      fillRule: 'equip_code',
    }),
    equipName: text('设备名称', { required: true, max: 100 }),
    areaId: ref('区域', 'area', { required: true }),
    areaCode: text('区域编码', { isCode: true, max: 64, derived: true }),
    equipType: dict('设备类型', 'lo_equip_type'),
    energySummary: text('能量概述', { max: 200, derived: true }),
    procedureId: text('当前能量控制程序', { max: 32, derived: true, noSheet: true }),
    extNo: text('外部编号', { max: 50 }),
    status: dictNumber('状态', 'lo_enabled', { initial: 1 }),
  },
  list: ['equipCode', 'equipName', 'areaId', 'equipType', 'energySummary', 'extNo', 'status'],
  search: ['equipCode', 'equipName', 'areaId', 'equipType'],
  label: 'equipName',
})
