import { dateTime, dictNumber, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 停工指令 for an area with everything in it (G16, R11). Written by `stopOrderEndpoints` only. */
export const stopOrder = defineResource({
  name: 'stopOrder',
  title: '停工指令',
  path: '/lostoporder/loStopOrder',
  table: 'lo_stop_order',
  permission: 'lo:stopOrder',
  fields: {
    areaId: ref('区域', 'area', { required: true }),
    areaCode: text('区域编码', { isCode: true, max: 64 }),
    reason: text('停工原因', { required: true, max: 200 }),
    orderBy: ref('下达人', 'user', { required: true }),
    orderTime: dateTime('下达时间', { required: true }),
    liftBy: ref('解除人', 'user'),
    liftTime: dateTime('解除时间'),
    liftReason: text('解除原因', { max: 200 }),
    state: dictNumber('状态', 'lo_stop_state'),
  },
  list: ['areaId', 'reason', 'orderBy', 'orderTime', 'liftBy', 'liftTime', 'liftReason', 'state'],
  search: ['areaId', 'orderTime', 'state'],
  label: 'reason',
  sort: { column: 'orderTime', order: 'desc' },
  verbs: ['list', 'queryById', 'exportXls'],
  traits: { softDeleted: false },
})
