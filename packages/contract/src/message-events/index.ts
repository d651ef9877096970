/** Ways by which a message reaches a person or a group outside the console. `system` is the console's own bell. */
export const messageChannels = [
  ['system', '站内消息'],
  ['email', '邮件'],
  ['sms', '短信'],
  ['wechat_enterprise', '企业微信'],
  ['dingtalk', '钉钉'],
  ['feishu', '飞书'],
  ['voice', '语音电话'],
] as const
export type MessageChannel = (typeof messageChannels)[number][0]

/** Channels that go to one person; the chat channels go to a group by its robot. */
export const personalChannels = ['email', 'sms', 'voice'] as const
export type PersonalChannel = (typeof personalChannels)[number]
export const chatChannels = ['wechat_enterprise', 'dingtalk', 'feishu'] as const
export type ChatChannel = (typeof chatChannels)[number]

/** A variable of a template: what it is called, shown as, and what a preview puts in. */
export interface MessageVariable {
  readonly name: string
  readonly label: string
  readonly sample: string
  /** May be empty; false when not given. */
  readonly optional?: boolean
}

/** Something that happens in the plant and is told to people. */
export interface MessageEvent {
  readonly title: string
  /** Whom it concerns and when, in the words of the page of one's own settings. */
  readonly text: string
  /** 3 urgent: told at once by every channel the person can be reached by; nobody can switch it off, no quiet hours. */
  readonly level: 1 | 2 | 3
  /** Beside the bell, unless the person chose otherwise. */
  readonly channels: readonly PersonalChannel[]
  /** Beside `commonVariables`. */
  readonly variables: readonly MessageVariable[]
}

/** Every event fills these. */
export const commonVariables: readonly MessageVariable[] = [
  { name: 'title', label: '标题', sample: '3号泵开关柜已开启32分钟未关闭' },
  { name: 'content', label: '内容', sample: '3号泵开关柜已开启32分钟未关闭，请立即到现场确认并关锁。' },
  { name: 'time', label: '发生时间', sample: '2026-03-02 08:32:00' },
  { name: 'receiver', label: '接收人', sample: '张伟' },
]

const warning: readonly MessageVariable[] = [
  { name: 'lockName', label: '锁具', sample: '3号泵开关柜' },
  { name: 'warnNo', label: '警告编号', sample: 'W20260302A1B2C3D4' },
  { name: 'minutes', label: '已开启分钟', sample: '32' },
]
const ticket: readonly MessageVariable[] = [
  { name: 'workNo', label: '工作票编号', sample: 'WK20260302-0001' },
  { name: 'workName', label: '作业名称', sample: '3号泵检修', optional: true },
  { name: 'place', label: '地点', sample: '二车间泵房', optional: true },
]
const due: readonly MessageVariable[] = [
  { name: 'subject', label: '对象', sample: '低压电工证（张伟）' },
  { name: 'dueDate', label: '到期日', sample: '2026-03-31' },
  { name: 'days', label: '剩余天数', sample: '29' },
]

/** The events by name. A name is stored with messages and choices: it never changes its meaning. */
export const messageEvents = {
  warning3: {
    title: '三级警告',
    text: '未关锁警告升到三级，每5分钟一次直到有人确认。为保障人身安全，不能关闭，也不受免打扰限制。',
    level: 3,
    channels: ['email', 'sms'],
    variables: warning,
  },
  alarm3: {
    title: '紧急报警',
    text: '强行开锁、气体超限等紧急报警。为保障人身安全，不能关闭，也不受免打扰限制。',
    level: 3,
    channels: ['email', 'sms'],
    variables: [],
  },
  ticketUrgent: {
    title: '暂停与撤离',
    text: '与您有关的作业被暂停、要求撤离或紧急处置。为保障人身安全，不能关闭，也不受免打扰限制。',
    level: 3,
    channels: ['email', 'sms'],
    variables: ticket,
  },
  warning2: {
    title: '二级警告',
    text: '未关锁警告升到二级。',
    level: 2,
    channels: ['email', 'sms'],
    variables: warning,
  },
  warning1: {
    title: '一级警告',
    text: '锁具超过时限未关闭，首次提醒开锁人和监护人。',
    level: 1,
    channels: ['sms'],
    variables: warning,
  },
  alarm: { title: '一般报警', text: '紧急以外的报警。', level: 2, channels: ['email'], variables: [] },
  stepWaiting: {
    title: '待办步骤',
    text: '工作票等您审核、审批或办理。',
    level: 2,
    channels: ['email'],
    variables: ticket,
  },
  stepOverdue: {
    title: '步骤超时',
    text: '您的审核、审批步骤已超时，或下级步骤超时升级到您。',
    level: 2,
    channels: ['email', 'sms'],
    variables: ticket,
  },
  ticketNews: {
    title: '工作票进展',
    text: '与您有关的工作票的一般进展。',
    level: 1,
    channels: [],
    variables: ticket,
  },
  certExpiring: {
    title: '资质到期',
    text: '人员资质即将到期或已经到期。',
    level: 1,
    channels: ['email'],
    variables: due,
  },
  inspectionDue: {
    title: '检验到期',
    text: '锁具、检测仪等的检验、校准即将到期。',
    level: 1,
    channels: ['email'],
    variables: due,
  },
  battery: {
    title: '电量不足',
    text: '锁具、设备的电量低，或预计将要用完。',
    level: 1,
    channels: ['email'],
    variables: [],
  },
  firmware: {
    title: '固件升级',
    text: '固件或配置推送完成、失败或需要处理。',
    level: 1,
    channels: ['email'],
    variables: [],
  },
  operations: {
    title: '系统运行',
    text: '备份、磁盘、数据库等运行状况需要管理员处理。',
    level: 2,
    channels: ['email'],
    variables: [],
  },
} as const satisfies Readonly<Record<string, MessageEvent>>

export type MessageEventName = keyof typeof messageEvents

/** An event by its name; undefined for a name of another version. */
export function messageEvent(name: string): MessageEvent | undefined {
  return Object.hasOwn(messageEvents, name) ? messageEvents[name as MessageEventName] : undefined
}

/** All variables of an event. */
export const variablesOf = (name: string): readonly MessageVariable[] => [
  ...commonVariables,
  ...(messageEvent(name)?.variables ?? []),
]

/** What became of a message: dictionary `message_state`. `esSendStatus` of the wire follows from it in the table. */
export const messageState = {
  waiting: 0,
  sent: 1,
  /** Failed, tried again at `nextTime`. */
  retrying: 2,
  /** Failed for the last time. */
  dead: 3,
  /** No address, a closed account, refused for good: another attempt cannot help. */
  undeliverable: 4,
  cancelled: 5,
  /** A demo without a gateway keeps it. */
  kept: 6,
} as const
