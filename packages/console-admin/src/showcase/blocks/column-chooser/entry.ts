import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '自定义列',
  summary: '选择列表显示哪些列、先后顺序和行高。',
  keywords: ['列设置', '列表', '行高', '表头'],
}

export default entry
