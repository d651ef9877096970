import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '弹出文本',
  summary: '单行文本可展开为大输入框编辑多行内容。',
  keywords: ['多行', '文本域', 'input_pop'],
}

export default entry
