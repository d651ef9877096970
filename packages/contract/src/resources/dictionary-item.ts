import { dictNumber, integer, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** Values are joined by commas, stand in addresses and are compared as texts (5-screens.md §6.11). */
const special = /[`~!@#$^&*()=|{}'"\\:;,[\].<>/?\s《》！￥…（）—【】‘’“”；：。，、？]/u
const plainValue = (value: unknown): string | null =>
  special.test(String(value)) ? '数据值不能包含特殊字符！' : null

/** 字典项 (4-api.md §5.5, §13). */
export const dictionaryItem = defineResource({
  name: 'dictionaryItem',
  title: '字典项',
  path: '/sys/dictItem',
  table: 'sys_dict_item',
  permission: 'system:dict:item',
  fields: {
    dictId: ref('字典', 'dictionary', { required: true, immutable: true, noSheet: true }),
    itemText: text('名称', { required: true, max: 100, heading: '字典项文本' }),
    itemValue: text('数据值', { required: true, max: 100, heading: '字典项值', check: plainValue }),
    description: text('描述', { max: 255 }),
    sortOrder: integer('排序', { initial: 1, from: -1_000_000, to: 1_000_000 }),
    status: dictNumber('是否启用', 'dict_item_status', { initial: 1 }),
  },
  list: ['itemText', 'itemValue', 'sortOrder', 'status'],
  search: ['itemText', 'status'],
  label: 'itemText',
  sort: { column: 'sortOrder', order: 'asc' },
  verbs: ['list', 'queryById', 'add', 'edit', 'delete', 'deleteBatch'],
  traits: { tenanted: false, belongsTo: 'platform', owned: false, softDeleted: false },
  uniqueTogether: [['dictId', 'itemValue']],
  texts: { added: '保存成功！', edited: '编辑成功!' },
})
