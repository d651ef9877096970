import { code, dict, flag, integer, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 能量图节点: sources, equipment, work zones, junctions (3-domain.md §3.2 LoEnergyNode); G05 walks the graph. */
export const energyNode = defineResource({
  name: 'energyNode',
  title: '能量节点',
  path: '/loenergy/loEnergyNode',
  table: 'lo_energy_node',
  permission: 'lo:energyNode',
  fields: {
    nodeCode: code('节点编号', { required: true, max: 32, unique: true }),
    nodeName: text('节点名称', { max: 100 }),
    nodeType: dict('节点类型', 'lo_node_type', { required: true }),
    energyType: dict('能量类型', 'lo_energy_type'),
    magnitude: text('能级', { max: 50 }),
    hazard: text('危害', { max: 50 }),
    equipId: ref('设备', 'equip'),
    areaId: ref('区域', 'area'),
    posX: integer('图上横坐标', { from: -100_000, to: 100_000 }),
    posY: integer('图上纵坐标', { from: -100_000, to: 100_000 }),
  },
  list: ['nodeCode', 'nodeName', 'nodeType', 'energyType', 'magnitude', 'equipId'],
  search: ['nodeCode', 'nodeType', 'energyType', 'equipId'],
  label: 'nodeCode',
  sort: { column: 'nodeCode', order: 'asc' },
})

/** 能量图连接 (3-domain.md §3.2 LoEnergyEdge). Without a point it always conducts. */
export const energyEdge = defineResource({
  name: 'energyEdge',
  title: '能量连接',
  path: '/loenergy/loEnergyEdge',
  table: 'lo_energy_edge',
  permission: 'lo:energyEdge',
  fields: {
    fromId: ref('起点', 'energyNode', { required: true }),
    toId: ref('终点', 'energyNode', { required: true }),
    directed: flag('有向', { initial: 1 }),
    pointId: ref('受控隔离点', 'point'),
    normalOpen: flag('正常导通', { initial: 1 }),
    weight: integer('隔离代价', { from: 0, initial: 1 }),
  },
  list: ['fromId', 'toId', 'directed', 'pointId', 'normalOpen', 'weight'],
  search: ['fromId', 'toId', 'pointId'],
  label: 'fromId',
})
