import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '数字输入',
  summary: '只接受负号、数字和小数点，其他按键不起作用；离开时为数字或空。',
  keywords: ['数值', '小数', '整数', 'number'],
}

export default entry
