import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '查询输入',
  summary: '输入的文字按包含、不等于、大于等于或小于等于查询。',
  keywords: ['运算符', '模糊查询', 'like', 'ne', 'ge', 'le'],
}

export default entry
