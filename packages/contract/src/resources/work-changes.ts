import { dateTime, dict, dictNumber, json, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 交接 (3-domain.md §3.5 LoWorkHandover): a tag goes from one person to another after both have signed. */
export const workHandover = defineResource({
  name: 'workHandover',
  title: '交接',
  path: '/lowork/loWorkHandover',
  table: 'lo_work_handover',
  permission: 'lo:workHandover',
  fields: {
    workId: ref('工作票', 'work', { required: true }),
    roleTag: dict('角色', 'lo_role_tag', { required: true }),
    fromUserId: ref('交班人', 'user', { required: true }),
    toUserId: ref('接班人', 'user', { required: true }),
    shiftFrom: dict('交班次', 'lo_shift'),
    shiftTo: dict('接班次', 'lo_shift'),
    snapshot: json('状态快照'),
    checklist: json('交接检查'),
    remark: text('交接说明', { max: 500 }),
    acceptTime: dateTime('接收时间'),
    releaseTime: dateTime('移交时间'),
    signFrom: text('交班签名', { max: 32 }),
    signTo: text('接班签名', { max: 32 }),
    state: dictNumber('状态', 'lo_handover_state', { initial: 0 }),
  },
  label: 'roleTag',
  verbs: [],
})

/** 延期 (3-domain.md §3.5 LoWorkExtend): asked before the end, decided by the original approver and the permitter. */
export const workExtend = defineResource({
  name: 'workExtend',
  title: '延期',
  path: '/lowork/loWorkExtend',
  table: 'lo_work_extend',
  permission: 'lo:workExtend',
  fields: {
    workId: ref('工作票', 'work', { required: true }),
    oldEnd: dateTime('原截止', { required: true }),
    newEnd: dateTime('新截止', { required: true }),
    reason: text('原因', { required: true, max: 200 }),
    askBy: ref('申请人', 'user'),
    askTime: dateTime('申请时间'),
    decideBy: ref('批准人', 'user'),
    decideTime: dateTime('批准时间'),
    opinion: text('意见', { max: 200 }),
    result: dictNumber('结果', 'lo_extend_result', { initial: 0 }),
  },
  label: 'reason',
  verbs: [],
})
