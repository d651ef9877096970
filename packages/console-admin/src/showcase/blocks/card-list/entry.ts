import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '卡片列表',
  summary: '手机上每行是一张卡片：先看名称，一个主要操作，其余在“更多”里；可以排序和勾选。',
  keywords: ['卡片', '手机', '列表', '移动端'],
}

export default entry
