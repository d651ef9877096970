import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: 'Markdown编辑器',
  summary: '编写 Markdown 源文本并同时预览，或按显示的样子直接编辑，可插入图片。',
  keywords: ['markdown', '所见即所得', '文档', '说明'],
}

export default entry
