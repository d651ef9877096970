import { dateTime, dict, longText, ref, refs, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 系统通告 (4-api.md §7.12, §13): announcements people write, and system messages the server writes for people. */
export const announcement = defineResource({
  name: 'announcement',
  title: '系统通告',
  // @NOTE The wire keeps the specification's spelling.
  path: '/sys/annountCement',
  table: 'sys_announcement',
  permission: 'system:announcement',
  fields: {
    titile: text('标题', { required: true, max: 100 }),
    msgContent: longText('内容', { max: 20_000 }),
    startTime: dateTime('开始时间'),
    endTime: dateTime('截至日期', { heading: '结束时间' }),
    // A username, shown by its bearer's name; messages of the server itself are from 系统, who is no user.
    sender: ref('发布人', 'user', { by: 'username', max: 100, derived: true }),
    priority: dict('优先级', 'priority', { initial: 'L' }),
    msgCategory: dict('消息类型', 'msg_category', { required: true }),
    msgType: dict('通告对象', 'msg_type', { required: true, heading: '通告对象类型' }),
    sendStatus: dict('发布状态', 'send_status', { derived: true }),
    sendTime: dateTime('发布时间', { derived: true }),
    cancelTime: dateTime('撤销时间', { derived: true }),
    busType: text('业务类型', { max: 20, derived: true, noSheet: true }),
    busId: text('业务编号', { max: 64, derived: true, noSheet: true }),
    openType: text('打开方式', { max: 20, derived: true, noSheet: true }),
    openPage: text('打开页面', { max: 255, derived: true, noSheet: true }),
    // The ids of 10,000 people. A client edits what its list gave it, so they stand in each row of one.
    userIds: refs('指定用户', 'user', { max: 400_000, noSheet: true, noText: true }),
    msgAbstract: text('摘要', { max: 500 }),
    dtTaskId: text('外部任务号', { max: 100, derived: true, noSheet: true }),
  },
  list: [
    'titile',
    'msgCategory',
    'startTime',
    'endTime',
    'sender',
    'priority',
    'msgType',
    'sendStatus',
    'sendTime',
    'cancelTime',
  ],
  search: ['titile', 'msgCategory', 'sendStatus'],
  form: [
    'titile',
    'msgCategory',
    'msgType',
    'userIds',
    'priority',
    'startTime',
    'endTime',
    'msgAbstract',
    'msgContent',
  ],
  label: 'titile',
  // Reading one row is open to whoever it is addressed to: an endpoint of its own (`announcementEndpoints.queryById`).
  verbs: ['list', 'add', 'edit', 'delete', 'deleteBatch', 'exportXls', 'importExcel'],
  traits: { owned: false },
  texts: { edited: '修改成功!' },
})

/** 通告阅读记录 (4-api.md §7.14, §13): one row per announcement and receiver. */
export const announcementSend = defineResource({
  name: 'announcementSend',
  title: '通告阅读记录',
  path: '/sys/sysAnnouncementSend',
  table: 'sys_announcement_send',
  permission: 'system:announcementSend',
  fields: {
    anntId: ref('通告', 'announcement', { required: true }),
    userId: ref('接收人', 'user', { required: true }),
    readFlag: dict('阅读状态', 'read_flag', { initial: '0' }),
    readTime: dateTime('阅读时间'),
  },
  search: ['readFlag'],
  label: 'anntId',
  verbs: ['list', 'queryById', 'delete', 'deleteBatch'],
  traits: { owned: false, softDeleted: false, revisioned: false },
})
