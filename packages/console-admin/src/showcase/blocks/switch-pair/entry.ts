import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '开关',
  summary: '在两个存储值之间切换，默认为 Y 和 N；查询时为“是/否”选择框。',
  keywords: ['是否', 'Y', 'N', 'switch'],
}

export default entry
