import { date, dictNumber, flag, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 锁具部门 (3-domain.md §3.1 LoLockDepart). */
export const lockDepart = defineResource({
  name: 'lockDepart',
  title: '锁具部门',
  path: '/lolockdepart/loLockDepart',
  table: 'lo_lock_depart',
  permission: 'lo:lockDepart',
  fields: {
    lockId: ref('锁具', 'lock', { required: true }),
    departId: ref('部门', 'department', { required: true }),
    relType: dictNumber('关系类型', 'lo_lock_depart_rel', { required: true }),
    isMain: flag('主责', { initial: 0 }),
    validFrom: date('生效日期'),
    validTo: date('失效日期'),
    transferNo: text('移交单号', { max: 32, derived: true }),
    remark: text('备注', { max: 255 }),
  },
  list: ['lockId', 'departId', 'relType', 'isMain', 'validFrom', 'validTo'],
  search: ['departId', 'relType', 'lockId'],
  label: 'transferNo',
  uniqueTogether: [['lockId', 'departId', 'relType']],
})
