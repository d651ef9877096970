import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '树选择',
  summary: '分类字典、字典树和任意树形数据的下拉选择，展开时逐级加载，所选内容被删除时提示。',
  keywords: ['分类', '字典树', '下拉树', 'tree', 'category', '选择器'],
}

export default entry
