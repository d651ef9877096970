import { date, dateTime, decimal, dictNumber, file, flag, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 气体检测 (3-domain.md §3.5 LoWorkGas), append-only; `pass` and the limits are the server's. */
export const workGas = defineResource({
  name: 'workGas',
  title: '气体检测',
  path: '/lowork/loWorkGas',
  table: 'lo_work_gas',
  permission: 'lo:workGas',
  fields: {
    workId: ref('工作票', 'work', { required: true }),
    pointDesc: text('检测部位', { required: true, max: 100 }),
    gasCode: ref('气体', 'gasStd', { required: true, by: 'gasCode' }),
    value: decimal('数值', { required: true }),
    unit: text('单位', { required: true, max: 8 }),
    limitMin: decimal('合格下限'),
    limitMax: decimal('合格上限'),
    pass: flag('合格'),
    sampleTime: dateTime('取样时间', { required: true }),
    deviceSn: text('仪器', { required: true, max: 64 }),
    calibValidTo: date('检定有效期'),
    testerId: ref('检测人', 'user', { required: true }),
    signId: text('签名', { max: 32 }),
    photo: file('照片', { accept: 'image' }),
    testKind: dictNumber('检测类别', 'lo_gas_test_kind', { initial: 1 }),
  },
  label: 'gasCode',
  sort: { column: 'sampleTime', order: 'desc' },
  verbs: [],
  traits: { log: true },
})
