import { dict, integer, ref, region, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 部门 (4-api.md §7.3, §13). `orgCode` is given by the server: the ancestors' codes are its prefixes. */
export const department = defineResource({
  name: 'department',
  title: '部门',
  path: '/sys/sysDepart',
  table: 'sys_depart',
  permission: 'system:depart',
  fields: {
    parentId: ref('上级部门', 'department', { noSheet: true }),
    departName: text('机构/部门名称', { required: true, max: 100 }),
    departNameEn: text('英文名', { max: 500 }),
    departNameAbbr: text('缩写', { max: 500, noSheet: true }),
    departOrder: integer('排序', { initial: 0 }),
    description: text('描述', { max: 500 }),
    orgCategory: dict('机构类别', 'org_category', { required: true, max: 10, initial: '1' }),
    orgType: text('机构层级', { max: 10, derived: true, noSheet: true }),
    orgCode: text('机构编码', { isCode: true, max: 64, derived: true, unique: true }),
    mobile: text('手机号', { max: 32, sensitive: 'phone' }),
    fax: text('传真', { max: 32 }),
    region: region('所在地区'),
    address: text('地址', { max: 100 }),
    memo: text('备注', { max: 500 }),
    status: dict('状态', 'depart_status', { max: 1, initial: '1', noSheet: true }),
    delFlag: dict('删除状态', 'del_flag', { max: 1, derived: true, noSheet: true }),
    qywxIdentifier: text('企业微信标识', { max: 100, derived: true, noSheet: true }),
  },
  list: ['departName', 'orgCode', 'orgCategory', 'departOrder', 'mobile', 'address'],
  search: ['departName', 'orgCode'],
  label: 'departName',
  sort: { column: 'departOrder', order: 'asc' },
  traits: {
    owned: false,
    softDeleted: false,
    tree: { parent: 'parentId', root: '', order: 'departOrder', code: 'orgCode' },
  },
  texts: { edited: '修改成功!' },
})
