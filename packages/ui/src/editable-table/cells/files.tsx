import { DeleteOutlined, DownloadOutlined, PlusOutlined } from '@ant-design/icons'
import type { MenuProps } from 'antd'
import { fileNameOf, noteFileName, pathsOf } from '../../stored-file/index.ts'
import type { Column } from '../model/column.ts'
import type { CellId } from '../model/row.ts'
import type { TableContext } from '../view/context.ts'
import { noteUpload } from './upload-state.ts'

const failed = '上传失败'

/** Asks for a file, stores it through the console, and writes its path into the cell; failures stay on the cell. */
export function chooseFile(context: TableContext, cell: CellId, say: (text: string) => void): void {
  const column = context.table.column(cell.key)
  if (!column || !context.table.mayEdit(cell)) return
  const input = document.createElement('input')
  input.type = 'file'
  if (column.type === 'image') input.accept = 'image/*'
  input.multiple = column.number !== 1 && column.number !== undefined
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    if (column.type === 'image' && files.some(({ type }) => !type.includes('image'))) {
      noteUpload(context.table, cell, {
        status: 'error',
        percent: 0,
        message: '请上传图片',
        cancel: () => {},
      })
      return say('请上传图片')
    }
    void storeFiles(context, cell, column, files, say)
  })
  input.click()
}

async function storeFiles(
  { table, ports }: TableContext,
  cell: CellId,
  column: Column,
  files: readonly File[],
  say: (text: string) => void,
): Promise<void> {
  const controller = new AbortController()
  const cancel = () => {
    controller.abort()
    noteUpload(table, cell, null)
  }
  for (const [index, file] of files.entries()) {
    const percentOf = (percent: number) => ((index + percent / 100) / files.length) * 100
    noteUpload(table, cell, { status: 'uploading', percent: percentOf(0), message: '', cancel })
    try {
      if (!ports.upload) throw new Error('此页面不能上传文件')
      const stored = await ports.upload(
        file,
        column,
        (percent) =>
          noteUpload(table, cell, { status: 'uploading', percent: percentOf(percent), message: '', cancel }),
        controller.signal,
      )
      if (controller.signal.aborted) return
      noteFileName(stored.path, file.name)
      const before =
        column.number === 1 || column.number === undefined
          ? []
          : pathsOf(table.store.row(cell.id)?.[cell.key])
      const all = [...before, stored.path]
      // Beyond the number the last files are kept (spec/2-data-entry.md §5).
      const kept = column.number ? all.slice(-column.number) : all
      table.set(cell, kept.join(','), '上传')
    } catch (error) {
      if (controller.signal.aborted) return
      const message = error instanceof Error && error.message !== '' ? error.message : '未知错误'
      noteUpload(table, cell, { status: 'error', percent: 0, message, cancel: () => {} })
      return say(`${file.name} ${failed}：${message}`)
    }
  }
  noteUpload(table, cell, null)
  say('上传完成')
}

/** What can be done with the files of a cell: 下载, 删除, 更多. */
export function fileMenu(
  context: TableContext,
  cell: CellId,
  say: (text: string) => void,
): MenuProps['items'] {
  const { table, ports } = context
  const column = table.column(cell.key)
  const paths = pathsOf(table.store.row(cell.id)?.[cell.key])
  const isOpen = table.mayEdit(cell)
  if (!column) return []
  return [
    ...(column.allowDownload === false
      ? []
      : paths.map((path, index) => ({
          key: `download-${index}`,
          icon: <DownloadOutlined />,
          label: paths.length === 1 ? '下载' : `下载 ${fileNameOf(path)}`,
          disabled: !ports.fileUrl,
          onClick: () => {
            const link = document.createElement('a')
            link.href = ports.fileUrl?.(path) ?? ''
            link.download = fileNameOf(path)
            link.rel = 'noopener'
            link.click()
          },
        }))),
    ...(isOpen && column.allowRemove !== false
      ? [
          {
            key: 'remove',
            icon: <DeleteOutlined />,
            label: '删除',
            onClick: () => {
              table.set(cell, null, '删除文件')
              say('已删除文件，可撤销')
            },
          },
        ]
      : []),
    ...(isOpen
      ? [
          {
            key: 'more',
            icon: <PlusOutlined />,
            label: '更多',
            onClick: () => chooseFile(context, cell, say),
          },
        ]
      : []),
  ]
}
