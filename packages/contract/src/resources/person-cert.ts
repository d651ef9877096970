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
    /** Whose it is: an account, or a line of the register of people without one (decision 0550). */
    userId: ref('人员', 'user'),
    externalId: ref('外来人员', 'externalPerson', { help: '没有账号的人员在此选择，与“人员”只填一项' }),
    certType: dict('资质类型', 'lo_cert_type', { required: true }),
    certNo: text('证书编号', { isCode: true, required: true, max: 50 }),
    issueBy: text('发证机构', { max: 100 }),
    validFrom: date('生效日期', { required: true }),
    validTo: date('失效日期', { required: true }),
    file: file('附件', { files: 5, noSheet: true }),
    status: dictNumber('状态', 'lo_cert_status', { initial: 1 }),
  },
  list: ['userId', 'externalId', 'certType', 'certNo', 'issueBy', 'validFrom', 'validTo', 'file', 'status'],
  search: ['userId', 'externalId', 'certType', 'certNo', 'status'],
  label: 'certNo',
  uniqueTogether: [['certType', 'certNo']],
})
