import { dateTime, dictNumber, integer, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 隔离点占用: a point stays isolated while holds rest on it (3-domain.md §3.2 LoPointHold). Written by tickets only. */
export const pointHold = defineResource({
  name: 'pointHold',
  title: '隔离点占用',
  path: '/lopointhold/loPointHold',
  table: 'lo_point_hold',
  permission: 'lo:pointHold',
  fields: {
    pointId: ref('隔离点', 'point'),
    workId: ref('工作票', 'work'),
    userId: ref('持锁人', 'user'),
    lockId: ref('锁具', 'lock'),
    holdType: dictNumber('占用类型', 'lo_hold_type'),
    boxId: ref('锁箱', 'lock'),
    placedTime: dateTime('上锁时间'),
    placedEventId: text('上锁事件', { max: 32, noSheet: true }),
    removedTime: dateTime('摘锁时间'),
    removedEventId: text('摘锁事件', { max: 32, noSheet: true }),
    removedBy: ref('摘锁人', 'user'),
    removeMode: dictNumber('摘锁方式', 'lo_remove_mode'),
    releaseGroup: integer('解除分组', { noSheet: true }),
    trust: dictNumber('可信度', 'lo_state_trust'),
    state: dictNumber('状态', 'lo_hold_state'),
  },
  list: ['pointId', 'workId', 'userId', 'lockId', 'holdType', 'placedTime', 'removedTime', 'trust', 'state'],
  search: ['pointId', 'workId', 'userId', 'state'],
  label: 'pointId',
  sort: { column: 'placedTime', order: 'desc' },
  verbs: ['list', 'queryById', 'exportXls'],
  traits: { softDeleted: false },
})
