import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '头像裁剪',
  summary: '拖动、缩放图片，方框内的部分就是头像，右侧实时预览，保存时得到正方形 PNG。',
  keywords: ['图片', '裁切', 'crop', 'avatar'],
}

export default entry
