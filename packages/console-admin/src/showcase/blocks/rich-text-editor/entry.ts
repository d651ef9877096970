import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '富文本编辑器',
  summary: '带标题、颜色、列表、表格、链接和图片的文字，粘贴 Word、WPS 内容时自动清理，图片上传后插入。',
  keywords: ['rich text', 'HTML', '通告', '排版', '粘贴'],
}

export default entry
