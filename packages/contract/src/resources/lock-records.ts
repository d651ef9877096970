import { dateTime, dict, dictNumber, integer, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 最近开关锁: one row per lock, a projection of its log (3-domain.md §3.6 LoLockLast). */
export const lockLast = defineResource({
  name: 'lockLast',
  title: '最近开关锁',
  path: '/lolocklast/loLockLast',
  table: 'lo_lock_last',
  permission: 'lo:lockLast',
  fields: {
    lockId: ref('锁具', 'lock', { unique: true }),
    areaCode: ref('区域', 'area', { by: 'areaCode', max: 64 }),
    lastOpenTime: dateTime('最近开锁时间'),
    lastOpenUser: text('最近开锁人', { max: 100 }),
    lastOpenMethod: dict('最近开锁方式', 'lo_open_method'),
    lastOpenWorkNo: text('最近开锁票号', { max: 40 }),
    lastCloseTime: dateTime('最近关锁时间'),
    lastCloseUser: text('最近关锁人', { max: 100 }),
    lastAlarmType: dict('最近报警', 'lo_alarm_type'),
    lastAlarmTime: dateTime('最近报警时间'),
    currState: dictNumber('当前状态', 'lo_lock_status'),
    stateTrust: dictNumber('可信度', 'lo_state_trust'),
    battery: integer('电量(%)'),
    online: dictNumber('在线', 'lo_online'),
  },
  search: ['lockId', 'areaCode', 'currState', 'lastOpenTime'],
  label: 'lockId',
  sort: { column: 'lastOpenTime', order: 'desc' },
  verbs: ['list', 'queryById', 'exportXls'],
  traits: { softDeleted: false, stamped: false, revisioned: false },
})

/** 锁开关记录: one open paired with its close (3-domain.md §3.6 LoLockOnoff). */
export const lockOnoff = defineResource({
  name: 'lockOnoff',
  title: '锁开关记录',
  path: '/lolockonoff/loLockOnoff',
  table: 'lo_lock_onoff',
  permission: 'lo:lockOnoff',
  fields: {
    lockId: ref('锁具', 'lock'),
    areaCode: ref('区域', 'area', { by: 'areaCode', max: 64 }),
    openLogId: text('开锁日志', { max: 32, noSheet: true }),
    openTime: dateTime('开锁时间'),
    openUserId: ref('开锁人', 'user'),
    openMethod: dict('开锁方式', 'lo_open_method'),
    closeLogId: text('关锁日志', { max: 32, noSheet: true }),
    closeTime: dateTime('关锁时间'),
    closeUserId: ref('关锁人', 'user'),
    closeKind: dictNumber('关闭方式', 'lo_close_kind'),
    durationSec: integer('开启时长(秒)'),
    limitSec: integer('限时(秒)'),
    overSec: integer('超时(秒)'),
    workId: ref('工作票', 'work'),
    workNo: text('票号', { isCode: true, max: 40 }),
    warnId: text('警告', { max: 32, noSheet: true }),
    // 0 = nobody has yet asked whether the opening was allowed (W04, A01).
    judged: integer('已判定', { hidden: true }),
    state: dictNumber('状态', 'lo_session_state'),
  },
  search: ['openTime', 'areaCode', 'lockId', 'openUserId', 'state', 'closeKind'],
  label: 'lockId',
  sort: { column: 'openTime', order: 'desc' },
  verbs: ['list', 'queryById', 'exportXls'],
  traits: { softDeleted: false, stamped: false, revisioned: false },
})
