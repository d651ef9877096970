import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '详情列表',
  summary: '名称和内容成对排列，宽屏一到四列，手机上一列。',
  keywords: ['详情', '描述', 'descriptions'],
}

export default entry
