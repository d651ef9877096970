import { ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 分类字典 (4-api.md §7.8, §13): names in a tree. The server makes `code`, the parents' codes are its prefixes. */
export const category = defineResource({
  name: 'category',
  title: '分类字典',
  path: '/sys/category',
  table: 'sys_category',
  permission: 'system:category',
  fields: {
    pid: ref('父级节点', 'category', { initial: '0', noSheet: true }),
    name: text('分类名称', { required: true, max: 100, heading: '类型名称' }),
    code: text('分类编码', { isCode: true, max: 100, unique: true, derived: true, heading: '类型编码' }),
    hasChild: text('有下级', { max: 3, derived: true, reported: true, heading: '是否有子节点(1:有)' }),
  },
  list: ['name', 'code'],
  search: ['name', 'code'],
  label: 'name',
  sort: { column: 'code', order: 'asc' },
  traits: { softDeleted: false, tree: { parent: 'pid', root: '0', order: 'code', code: 'code' } },
})
