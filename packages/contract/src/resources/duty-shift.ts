import { callNextMs } from '@suoan/domain/warning'
import { dateTime, dict, integer, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/**
 * 值班表: who is on duty at a post from one moment to another (decision 0831). Whoever is on duty is told of warnings of level
 * 3 beside those whom they are told anyway, and called by telephone in the order of `sequence`.
 */
export const dutyShift = defineResource({
  name: 'dutyShift',
  title: '值班表',
  path: '/lodutyshift/loDutyShift',
  table: 'lo_duty_shift',
  permission: 'lo:dutyShift',
  fields: {
    dutyPost: dict('岗位', 'lo_duty_post', { required: true, initial: 'DUTY', max: 10 }),
    areaId: ref('区域', 'area', { help: '不选 = 全厂；选了 = 该区域及其下级' }),
    userId: ref('值班人', 'user', { required: true }),
    sequence: integer('呼叫顺序', {
      required: true,
      from: 1,
      to: 3,
      initial: 1,
      help: `三级警告先呼叫 1，每 ${callNextMs / 60_000} 分钟无人确认依次加呼 2、3`,
    }),
    startTime: dateTime('开始时间', { required: true }),
    endTime: dateTime('结束时间', { required: true }),
    remark: text('备注', { max: 200 }),
  },
  list: ['dutyPost', 'areaId', 'userId', 'sequence', 'startTime', 'endTime', 'remark'],
  search: ['dutyPost', 'userId', 'areaId'],
  label: 'dutyPost',
  sort: { column: 'startTime', order: 'desc' },
  traits: { owned: false },
})
