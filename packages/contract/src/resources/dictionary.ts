import { integer, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 数据字典 (4-api.md §5.5, §13). The code stays taken after a logical delete, until it is purged. */
export const dictionary = defineResource({
  name: 'dictionary',
  title: '数据字典',
  path: '/sys/dict',
  table: 'sys_dict',
  permission: 'system:dict',
  fields: {
    dictName: text('字典名称', { required: true, max: 100 }),
    dictCode: text('字典编码', {
      isCode: true,
      required: true,
      max: 100,
      unique: true,
      immutable: true,
      pattern: { test: /^[A-Za-z][A-Za-z0-9_]*$/, message: '以字母开头，只能用字母、数字和下划线' },
    }),
    description: text('描述', { max: 255 }),
    type: integer('值类型', { from: 0, to: 1, initial: 0, noSheet: true }),
  },
  list: ['dictName', 'dictCode', 'description'],
  search: ['dictName', 'dictCode'],
  label: 'dictName',
  traits: { tenanted: false, belongsTo: 'platform', owned: false },
  texts: { added: '保存成功！', edited: '编辑成功!' },
})
