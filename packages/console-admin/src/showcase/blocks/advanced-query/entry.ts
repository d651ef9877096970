import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '高级查询',
  summary: '按字段、匹配方式和值组合条件，可保存后再次使用；对话框不遮住列表，可拖动。',
  keywords: ['查询', '筛选', '条件', '过滤'],
}

export default entry
