import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '手写签名',
  summary: '用手指、笔或鼠标签名，得到 PNG 图片，可以重写。',
  keywords: ['签字', '画板', 'signature'],
}

export default entry
