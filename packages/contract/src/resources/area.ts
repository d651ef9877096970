import { code, decimal, dict, dictNumber, dicts, file, integer, json, longText, ref, text } from '../field.ts'
import { checkFence, checkPlanMarks, checkTexts } from '../ground-shapes.ts'
import { defineResource } from '../resource.ts'

/** 区域, a tree by materialised path (3-domain.md §3.1 LoArea). The server makes `areaCode`: parent's code and two digits. */
export const area = defineResource({
  name: 'area',
  title: '区域',
  path: '/loarea/loArea',
  table: 'lo_area',
  permission: 'lo:area',
  fields: {
    pid: ref('上级区域', 'area', { immutable: true, initial: '0', help: '换上级请用“移动”' }),
    areaCode: code('区域编码', { max: 64, unique: true, immutable: true, help: '不填时按上级自动编号' }),
    areaName: text('区域名称', { required: true, max: 100 }),
    areaType: dict('区域类型', 'lo_area_type'),
    riskLevel: dictNumber('风险等级', 'lo_risk_level'),
    hazards: dicts('危害因素', 'lo_hazard', { max: 200 }),
    exZone: dict('防爆分区', 'lo_ex_zone'),
    fireZone: dict('动火分区', 'lo_fire_zone'),
    managerId: ref('属地负责人', 'user'),
    dutyPhone: text('值班电话', {
      max: 20,
      pattern: { test: /^[0-9+][0-9-]{4,19}$/, message: '值班电话只能包含数字和“-”，例如 0571-88888888' },
    }),
    geoType: dict('围栏类型', 'lo_geo_type'),
    planFile: file('平面图', { accept: 'image', noSheet: true }),
    planMarks: json('平面图定位', { noSheet: true, check: checkPlanMarks }),
    geo: json('地理围栏', { noSheet: true, check: checkFence }),
    planX: decimal('图上位置 X', { from: 0, to: 1, noSheet: true }),
    planY: decimal('图上位置 Y', { from: 0, to: 1, noSheet: true }),
    lng: decimal('经度', { from: -180, to: 180 }),
    lat: decimal('纬度', { from: -90, to: 90 }),
    adjacentCodes: json('相邻区域', { noSheet: true, check: checkTexts }),
    capacity: integer('容纳人数', { from: 1 }),
    status: dictNumber('状态', 'lo_enabled', { initial: 1 }),
    sortNo: integer('排序', { initial: 0 }),
    remark: longText('备注', { max: 500 }),
  },
  list: ['areaName', 'areaCode', 'areaType', 'riskLevel', 'managerId', 'dutyPhone', 'status', 'sortNo'],
  search: ['areaName', 'areaCode', 'areaType', 'riskLevel', 'status'],
  label: 'areaName',
  sort: { column: 'areaCode', order: 'asc' },
  traits: { tree: { parent: 'pid', root: '0', order: 'sortNo', path: 'areaCode' } },
})
