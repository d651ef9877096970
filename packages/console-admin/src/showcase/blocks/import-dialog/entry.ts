import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '导入EXCEL',
  summary:
    '选择、拖入或粘贴多个 Excel 文件，逐个上传预检，看清会新增、修改和拒绝多少行后再导入，并显示进度和结果。',
  keywords: ['导入', '上传', 'xlsx', 'xls', '表格', '预检'],
}

export default entry
