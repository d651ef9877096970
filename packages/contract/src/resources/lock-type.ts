import { code, dict, dictNumber, dicts, file, flag, integer, json, longText, text } from '../field.ts'
import { checkSensors, checkThingModel } from '../lock-shapes.ts'
import { defineResource } from '../resource.ts'

/** A closure seen longer ago proves nothing at the start of work (G11: 10 min; 30 min for a look at a sleeping lock). */
const longestConfirmAge = 30

/** 锁具类型 (3-domain.md §3.2 LoLockType). Its numbers decide what guards may believe of a lock. */
export const lockType = defineResource({
  name: 'lockType',
  title: '锁具类型',
  path: '/lolocktype/loLockType',
  table: 'lo_lock_type',
  permission: 'lo:lockType',
  fields: {
    typeCode: code('类型编码', { required: true, max: 32, unique: true, immutable: true }),
    typeName: text('类型名称', { required: true, max: 100 }),
    vendor: text('厂商', { max: 64 }),
    model: text('型号', { max: 64 }),
    lockForm: dict('形态', 'lo_lock_form'),
    powerType: dictNumber('供电', 'lo_power_type', { required: true }),
    commType: dict('通信', 'lo_comm_type'),
    purposes: dicts('允许用途', 'lo_lock_purpose', { required: true, max: 20 }),
    sensors: json('传感能力', { noSheet: true, check: checkSensors }),
    openMethods: dicts('开锁方式', 'lo_open_method', { max: 50 }),
    dualAuth: dictNumber('双人开锁', 'lo_dual_auth', { initial: 0 }),
    autoLockSec: integer('自动落锁(秒)', { from: 0, to: 1800, initial: 0, help: '0 表示不自动落锁' }),
    maxOpenMin: integer('最长开启(分)', { from: 1, to: 1440, initial: 15 }),
    heartbeatSec: integer('心跳周期(秒)', { from: 0, initial: 300 }),
    offlineSec: integer('离线判定(秒)', { from: 0, initial: 900, help: '不小于心跳周期的两倍' }),
    confirmMaxAge: integer('状态确认时效(分)', {
      from: 0,
      to: longestConfirmAge,
      initial: 10,
      help: '0 表示须现场见证',
    }),
    logCapacity: integer('本地记录条数', { from: 0 }),
    battLow: integer('低电(%)', { from: 0, to: 100, initial: 20 }),
    battCrit: integer('极低电(%)', { from: 0, to: 100, initial: 10 }),
    ticketRequired: flag('凭票开锁', { initial: 1 }),
    offlineGrantMaxMin: integer('离线授权最长(分)', { from: 0, to: 720, initial: 480 }),
    fwLatest: text('最新固件', { max: 32 }),
    thingModel: json('物模型', { noSheet: true, check: checkThingModel }),
    exMark: text('防爆标志', { max: 32 }),
    ipGrade: text('防护等级', { max: 32 }),
    inspectDays: integer('检验周期(天)', { from: 0, initial: 0 }),
    status: dictNumber('状态', 'lo_enabled', { initial: 1 }),
    image: file('图片', { accept: 'image', files: 5, noSheet: true }),
    remark: longText('备注', { max: 500 }),
  },
  list: [
    'typeCode',
    'typeName',
    'lockForm',
    'powerType',
    'commType',
    'purposes',
    'maxOpenMin',
    'autoLockSec',
    'battLow',
    'heartbeatSec',
    'ticketRequired',
    'fwLatest',
    'status',
  ],
  search: ['typeName', 'vendor', 'lockForm', 'powerType', 'commType'],
  label: 'typeName',
})
