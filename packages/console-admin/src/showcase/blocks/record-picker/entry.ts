import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '记录选择',
  summary: '左侧分页查询，右侧列出已选内容，可逐个删除；确定后替换原值，取消时不变。',
  keywords: ['弹窗', '双栏', '名单', 'record', '选择器'],
}

export default entry
