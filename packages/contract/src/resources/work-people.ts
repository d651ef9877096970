import { dateTime, decimal, dict, dictNumber, file, flag, integer, json, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 作业人员 (3-domain.md §3.5 LoWorkPerson). */
export const workPerson = defineResource({
  name: 'workPerson',
  title: '作业人员',
  path: '/lowork/loWorkPerson',
  table: 'lo_work_person',
  permission: 'lo:workPerson',
  fields: {
    workId: ref('工作票', 'work', { required: true }),
    userId: ref('人员', 'user'),
    externalId: ref('外来人员', 'externalPerson'),
    /** Who it is: the account, else the line of the register, else this row itself. The database says it. */
    personId: text('人员标识', { max: 32, derived: true }),
    personName: text('姓名', { max: 50 }),
    phone: text('电话', { max: 20, sensitive: 'phone' }),
    company: text('单位', { max: 100 }),
    idMask: text('证件(掩码)', { max: 32 }),
    personSource: dictNumber('人员来源', 'lo_person_source', { initial: 1 }),
    roleTag: dict('角色', 'lo_role_tag', { required: true }),
    certIds: json('资质'),
    briefTime: dateTime('交底时间'),
    briefSignId: text('交底签名', { max: 32 }),
    onState: dictNumber('在场状态', 'lo_on_state', { initial: 0 }),
    inTime: dateTime('进入时间'),
    outTime: dateTime('离开时间'),
    checkInTime: dateTime('监护到位时间'),
    awaySince: dateTime('离开岗位时间'),
    awayWhy: dict('离岗原因', 'lo_away_why'),
    guardSeenTime: dateTime('最近确认在岗'),
    guardSession: text('监护会话', { max: 32, hidden: true, derived: true, noSheet: true }),
    // Inside, though he may not be any more: why, and when it was last told (decision 0549).
    unfitWhy: text('不得在场原因', { max: 300, hidden: true, derived: true, noSheet: true }),
    unfitTold: dateTime('不得在场通知时间', { hidden: true, derived: true, noSheet: true }),
    personalLockId: ref('个人锁', 'lock'),
    mustAck: flag('待确认被拆锁', { initial: 0 }),
    state: dictNumber('状态', 'lo_person_state', { initial: 1 }),
  },
  label: 'personName',
  verbs: [],
})

/** 进出场 (3-domain.md §3.5 LoWorkPresence), append-only. */
export const workPresence = defineResource({
  name: 'workPresence',
  title: '进出场',
  path: '/lowork/loWorkPresence',
  table: 'lo_work_presence',
  permission: 'lo:workPresence',
  fields: {
    workId: ref('工作票', 'work', { required: true }),
    workPersonId: ref('人员', 'workPerson', { required: true }),
    dir: dictNumber('方向', 'lo_presence_dir', { required: true }),
    time: dateTime('时间', { required: true }),
    method: dict('方式', 'lo_presence_method'),
    lng: decimal('经度'),
    lat: decimal('纬度'),
    byUserId: ref('登记人', 'user'),
  },
  label: 'workPersonId',
  sort: { column: 'time', order: 'desc' },
  verbs: [],
  traits: { log: true, stamped: false, owned: false },
})

/** 签名 (3-domain.md §3.5 LoWorkSign), append-only; signs a content hash, never just a ticket. */
export const workSign = defineResource({
  name: 'workSign',
  title: '签名',
  path: '/lowork/loWorkSign',
  table: 'lo_work_sign',
  permission: 'lo:workSign',
  fields: {
    workId: ref('工作票', 'work', { required: true }),
    bizId: text('业务行', { max: 32 }),
    signerId: ref('签名人', 'user'),
    personId: ref('人员', 'workPerson'),
    signerName: text('签名人姓名', { max: 100 }),
    witnessId: ref('见证人', 'user'),
    signRole: dict('角色', 'lo_role_tag'),
    onBehalfOf: ref('受托自', 'user'),
    signType: dict('方式', 'lo_sign_type'),
    signImg: file('签名图', { accept: 'image', max: 255 }),
    imgSha256: text('签名图摘要', { max: 64 }),
    signHash: text('签名值', { max: 128 }),
    signedContentHash: text('所签内容摘要', { required: true, max: 64 }),
    signTime: dateTime('签名时间', { required: true }),
    lng: decimal('经度'),
    lat: decimal('纬度'),
    deviceId: text('终端', { max: 64 }),
  },
  label: 'signerId',
  sort: { column: 'signTime', order: 'desc' },
  verbs: [],
  traits: { log: true, stamped: false, owned: false },
})

/** 安全措施 (3-domain.md §3.5 LoWorkMeasure). */
export const workMeasure = defineResource({
  name: 'workMeasure',
  title: '安全措施',
  path: '/lowork/loWorkMeasure',
  table: 'lo_work_measure',
  permission: 'lo:workMeasure',
  fields: {
    workId: ref('工作票', 'work', { required: true }),
    orderNum: integer('序号', { required: true }),
    tplId: text('模板', { max: 32 }),
    content: text('措施内容', { required: true, max: 300 }),
    controlRank: dictNumber('控制层级', 'lo_control_rank'),
    involve: flag('涉及', { initial: 1 }),
    dualControl: flag('双人开锁', { initial: 0 }),
    result: flag('落实', { initial: 0 }),
    confirmBy: ref('确认人', 'user'),
    confirmTime: dateTime('确认时间'),
    signId: text('签名', { max: 32 }),
    photo: file('照片', { accept: 'image', max: 255 }),
  },
  label: 'content',
  sort: { column: 'orderNum', order: 'asc' },
  verbs: [],
})
