import { date, dateTime, dictNumber, file, flag, ref, secret, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/**
 * 外来人员: people who work here or come in without an account (decision 0471). The number of the identity card is
 * never stored: a mask to recognise it by, and a slow digest that finds a second registration of the same card, however its
 * number is written (decision 0588).
 */
export const externalPerson = defineResource({
  name: 'externalPerson',
  title: '外来人员',
  path: '/lowork/loExternalPerson',
  table: 'lo_external_person',
  permission: 'lo:externalPerson',
  fields: {
    personName: text('姓名', { required: true, max: 50 }),
    source: dictNumber('人员来源', 'lo_external_source', { required: true, initial: 2 }),
    company: text('单位', { required: true, max: 100 }),
    idNumber: secret('证件号码', {
      max: 64,
      noSheet: true,
      help: '只保存掩码和摘要，用来发现重复登记',
    }),
    idMask: text('证件（掩码）', { max: 32, derived: true }),
    phone: text('电话', {
      sensitive: 'phone',
      max: 20,
      pattern: 'm',
    }),
    photo: file('照片', { accept: 'image', max: 255, noSheet: true }),
    admitFrom: date('入场许可自'),
    admitTo: date('入场许可至'),
    trainFrom: date('入场培训日期', { help: '入场培训合格日期，即承包商入场培训证（09）的生效日期' }),
    trainTo: date('培训有效至'),
    blackFlag: flag('黑名单', { initial: 0, derived: true }),
    blackReason: text('黑名单原因', { max: 200, derived: true }),
    blackTime: dateTime('列入时间', { derived: true }),
    blackBy: ref('列入人', 'user', { derived: true }),
    status: dictNumber('状态', 'valid_status', { initial: 1 }),
    remark: text('备注', { max: 200 }),
  },
  list: ['personName', 'source', 'company', 'idMask', 'phone', 'admitTo', 'trainTo', 'blackFlag', 'status'],
  search: ['personName', 'company', 'source', 'blackFlag', 'status'],
  label: 'personName',
})

/** 当日通行证: what opens the gate for a day; the badge's code is a secret of which only the digest is kept. */
export const dayPass = defineResource({
  name: 'dayPass',
  title: '当日通行证',
  path: '/lowork/loDayPass',
  table: 'lo_day_pass',
  permission: 'lo:dayPass',
  fields: {
    externalId: ref('外来人员', 'externalPerson', { required: true }),
    badgeHash: secret('通行码摘要', { max: 64, hidden: true, derived: true, noSheet: true }),
    badgeTail: text('通行码尾号', { max: 8 }),
    validFrom: dateTime('生效时间', { required: true }),
    validTo: dateTime('失效时间', { required: true }),
    issueBy: ref('签发人', 'user'),
    issueTime: dateTime('签发时间'),
    revokeBy: ref('作废人', 'user'),
    revokeTime: dateTime('作废时间'),
    revokeReason: text('作废原因', { max: 200 }),
  },
  search: ['externalId', 'validFrom'],
  label: 'badgeTail',
  sort: { column: 'issueTime', order: 'desc' },
  verbs: ['list'],
  traits: { log: true, stamped: false, owned: false },
})
