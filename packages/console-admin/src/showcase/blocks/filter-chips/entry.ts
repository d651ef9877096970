import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '条件标签',
  summary: '列表上生效的每个条件是一个可以移除的标签；没有应用的条件说明原因。',
  keywords: ['筛选', '标签', '查询条件', '清空'],
}

export default entry
