import { dateTime, dict, dictNumber, dicts, flag, integer, longText, ref, secret, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 消息模板 (4-api.md §7.16, §13; 5-screens.md §7.2): texts with places `${name}`, by hand or for a business event. */
export const messageTemplate = defineResource({
  name: 'messageTemplate',
  title: '消息模板',
  path: '/sys/message/sysMessageTemplate',
  table: 'sys_sms_template',
  permission: 'system:messageTemplate',
  fields: {
    templateCode: text('模板CODE', {
      required: true,
      max: 32,
      unique: true,
      pattern: { test: /^[A-Za-z0-9_.-]+$/, message: '只能用字母、数字、横线、点和下划线' },
    }),
    templateType: dict('模板类型', 'msgType', { required: true, initial: '1' }),
    templateName: text('模板标题', { required: true, max: 50, help: '也是消息的标题，可以使用变量' }),
    templateContent: longText('模板内容', {
      required: true,
      max: 4000,
      help: '变量写作 ${变量名}，例如 ${lockName}',
    }),
    templateTestJson: longText('测试数据', {
      max: 4000,
      heading: '模板测试json',
      help: '每个变量的示例值，JSON 对象，例如 {"lockName":"3号泵开关柜"}；用于预览和发送测试',
    }),
    templateVars: longText('变量说明', {
      max: 2000,
      noSheet: true,
      help: '每个变量的名称、类型和是否必填；不填 = 内容里的变量都是必填的文字',
    }),
    event: dict('业务事件', 'message_event', {
      max: 32,
      help: '选择后，该事件发生时用此模板发送邮件、短信和群消息；不选 = 只用于手工发送',
    }),
    useStatus: dict('是否应用', 'yn', { initial: '0', heading: '应用状态' }),
  },
  list: ['templateCode', 'templateName', 'templateContent', 'templateType', 'event', 'useStatus'],
  search: ['templateCode', 'templateContent', 'templateName', 'templateType'],
  label: 'templateName',
  traits: { owned: false, softDeleted: false },
  texts: { edited: '更新成功！' },
})

/** 消息 (4-api.md §7.16, §13; 5-screens.md §7.1): the queue of what leaves the console, and what became of it. */
export const message = defineResource({
  name: 'message',
  title: '消息',
  path: '/sys/message/sysMessage',
  table: 'sys_sms',
  permission: 'system:message',
  fields: {
    esTitle: text('消息标题', { required: true, max: 100 }),
    esContent: longText('发送内容', { required: true, max: 4000, heading: '推送内容' }),
    esParam: longText('发送所需参数', { max: 4000, heading: '推送所需参数Json格式' }),
    esReceiver: text('接收人', {
      required: true,
      sensitive: 'within',
      max: 100,
      help: '本单位人员的用户账号；邮件和短信也可以填邮箱、手机号',
    }),
    esType: dict('发送方式', 'messageType', { required: true, heading: '推送方式' }),
    esSendTime: dateTime('发送时间', { derived: true, heading: '推送时间' }),
    esSendStatus: dict('发送状态', 'msgSendStatus', {
      derived: true,
      heading: '推送状态 0未推送 1推送成功 2推送失败',
    }),
    state: dictNumber('投递状态', 'message_state', { derived: true }),
    esSendNum: integer('发送次数', { derived: true }),
    nextTime: dateTime('下次发送', { derived: true }),
    esResult: text('发送失败原因', { max: 255, derived: true, heading: '推送失败原因' }),
    event: dict('业务事件', 'message_event', { derived: true }),
    msgLevel: integer('级别', { derived: true }),
    remark: text('备注', { max: 500 }),
    templateCode: text('模板CODE', { max: 32, derived: true, noSheet: true }),
    userId: ref('接收人员', 'user', { derived: true, noSheet: true }),
    robotId: text('机器人', { max: 32, derived: true, hidden: true }),
    isHtml: flag('富文本', { derived: true, noSheet: true }),
    aboutType: text('业务类型', { max: 20, derived: true, noSheet: true }),
    aboutId: text('业务编号', { max: 64, derived: true, noSheet: true }),
    leaseId: text('占用', { max: 32, derived: true, hidden: true }),
    leaseUntil: dateTime('占用到', { derived: true, hidden: true }),
  },
  list: [
    'esTitle',
    'esContent',
    'esReceiver',
    'esSendNum',
    'state',
    'esSendTime',
    'esType',
    'esResult',
    'nextTime',
    'event',
    'createTime',
  ],
  search: ['esTitle', 'esContent', 'esReceiver', 'esType', 'state', 'event'],
  form: ['esTitle', 'esType', 'esReceiver', 'esContent', 'esParam', 'remark'],
  label: 'esTitle',
  verbs: ['list', 'queryById', 'add', 'edit', 'delete', 'deleteBatch', 'exportXls'],
  traits: { owned: false, softDeleted: false },
  texts: { edited: '修改成功!' },
})

/** 群机器人: a group of 企业微信, 钉钉 or 飞书 that is told of events by the webhook of its robot. */
export const messageRobot = defineResource({
  name: 'messageRobot',
  title: '群机器人',
  path: '/sys/message/robot',
  table: 'sys_message_robot',
  permission: 'system:messageRobot',
  fields: {
    robotName: text('机器人名称', { required: true, max: 50, unique: true }),
    kind: dict('所在平台', 'message_robot_kind', { required: true, max: 20 }),
    webhook: secret('机器人地址', {
      max: 255,
      help: '群设置里复制的 Webhook 地址，加密保存，不再显示；修改时留空 = 不变',
    }),
    signSecret: secret('加签密钥', {
      max: 255,
      help: '钉钉、飞书机器人安全设置里的密钥；企业微信留空',
    }),
    events: dicts('通知的业务事件', 'message_event', { max: 500 }),
    enabled: dict('是否启用', 'yn', { initial: '1' }),
    remark: text('备注', { max: 200 }),
  },
  list: ['robotName', 'kind', 'events', 'enabled', 'remark'],
  search: ['robotName', 'kind', 'enabled'],
  label: 'robotName',
  verbs: ['list', 'queryById', 'add', 'edit', 'delete', 'deleteBatch', 'exportXls'],
  traits: { owned: false, softDeleted: false },
})
