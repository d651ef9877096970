import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '导入EXCEL',
  summary: '选择、拖入或粘贴多个 Excel 文件，逐个上传，并显示每个文件的进度和导入结果。',
  keywords: ['导入', '上传', 'xlsx', 'xls', '表格'],
}

export default entry
