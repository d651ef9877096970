import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: 'Popup报表',
  summary: '从 Online 报表中选择一行或多行，把所选列填入表单的字段；配置有误或报表不可用时提示。',
  keywords: ['popup', '报表', 'online', '弹窗', '选择器'],
}

export default entry
