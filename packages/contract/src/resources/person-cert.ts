import { date, dict, dictNumber, file, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 人员资质 (3-domain.md §3.1 LoPersonCert); G03 refuses expired ones. */
export const personCert = defineResource({
  name: 'personCert',
  title: '人员资质',
  path: '/lopersoncert/loPersonCert',
  table: 'lo_person_cert',
  permission: 'lo:personCert',
  fields: {
    userId: ref('人员', 'user', { required: true }),
    certType: dict('资质类型', 'lo_cert_type', { required: true }),
    certNo: text('证书编号', { required: true, max: 50 }),
    issueBy: text('发证机构', { max: 100 }),
    validFrom: date('生效日期', { required: true }),
    validTo: date('失效日期', { required: true }),
    file: file('附件', { noSheet: true }),
    status: dictNumber('状态', 'lo_cert_status', { initial: 1 }),
  },
  list: ['userId', 'certType', 'certNo', 'issueBy', 'validFrom', 'validTo', 'status'],
  search: ['userId', 'certType', 'certNo', 'status'],
  label: 'certNo',
  uniqueTogether: [['certType', 'certNo']],
})
