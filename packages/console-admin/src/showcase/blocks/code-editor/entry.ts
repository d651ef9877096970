import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '代码编辑器',
  summary: '深色底、带行号地编写和查看代码，可选择语言，可全屏。',
  keywords: ['code', 'JSON', 'SQL', 'JavaScript', '脚本'],
}

export default entry
