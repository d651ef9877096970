import { dict, file, integer, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 附件 (3-domain.md §3.5 LoWorkAttach). Children of a ticket have no verbs: they come and go by its calls. */
export const workAttach = defineResource({
  name: 'workAttach',
  title: '工作票附件',
  path: '/lowork/loWorkAttach',
  table: 'lo_work_attach',
  permission: 'lo:workAttach',
  fields: {
    workId: ref('工作票', 'work', { required: true }),
    bizType: dict('类型', 'lo_attach_type', { required: true }),
    fileName: text('文件名', { required: true, max: 255 }),
    filePath: file('文件', { required: true, max: 255 }),
    fileSize: integer('大小(字节)', { required: true }),
    mime: text('格式', { required: true, max: 100 }),
    sha256: text('摘要', { required: true, max: 64 }),
    remark: text('说明', { max: 200 }),
  },
  label: 'fileName',
  verbs: [],
})
