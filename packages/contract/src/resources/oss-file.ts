import { file, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 对象存储 (4-api.md §6.3, §13): files that people keep in the store for themselves; whoever reads the row reads the file. */
export const ossFile = defineResource({
  name: 'ossFile',
  title: '对象存储',
  path: '/sys/oss/file',
  table: 'oss_file',
  permission: 'system:ossFile',
  fields: {
    fileName: text('文件名称', { max: 255, derived: true }),
    url: file('文件地址', { max: 1000, derived: true }),
  },
  list: ['fileName', 'url', 'createBy', 'createTime'],
  search: ['fileName', 'url'],
  label: 'fileName',
  verbs: ['list', 'queryById', 'delete'],
  traits: { softDeleted: false, owned: false, revisioned: false },
})
