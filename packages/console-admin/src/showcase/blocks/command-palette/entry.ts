import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '快速前往',
  summary: '输入几个字，用键盘前往页面或找到的记录（Ctrl+K）。',
  keywords: ['搜索', '命令', '快捷键', 'Ctrl+K'],
}

export default entry
