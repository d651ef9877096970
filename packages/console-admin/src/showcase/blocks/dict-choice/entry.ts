import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '字典选择',
  summary: '字典值用下拉、单选、按钮、复选或多选下拉选择，多选按分隔符存储并限制数量。',
  keywords: ['字典', '单选', '复选', '多选', 'radio', 'checkbox', '标签'],
}

export default entry
