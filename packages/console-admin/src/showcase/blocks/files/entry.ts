import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '文件上传',
  summary: '选择、拖入、粘贴或拍照上传文件，显示进度，可取消、重试、排序，图片和PDF就地打开。',
  keywords: ['图片', '附件', '缩略图', '预览', 'upload', 'image', 'pdf'],
}

export default entry
