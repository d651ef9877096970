import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '标签输入',
  summary: '输入的文字每两个字符为一组，用分号连接。',
  unused: '产品的数据中没有两个字符一组的值；多个值用多选或列表填写。',
  keywords: ['分组', '分号', 'tags'],
}

export default entry
