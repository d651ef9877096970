import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '页头',
  summary: '面包屑、标题、操作按钮、说明与右侧信息，可带搜索和页签；没有给的部分不占位置。',
  keywords: ['标题', '面包屑', '页签', 'header', 'breadcrumb'],
}

export default entry
