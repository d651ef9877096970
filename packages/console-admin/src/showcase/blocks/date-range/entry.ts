import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '日期范围',
  summary: '从一天到另一天，可一次点选今天、最近7天、本月等常用范围。',
  keywords: ['日期', '时间', '区间', 'range'],
}

export default entry
