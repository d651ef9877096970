import type { Resource } from '@suoan/contract'
import { Button } from 'antd'
import { createElement } from 'react'
import { saveFile } from '../request/save-file.ts'
import { feedback } from '../feedback.ts'
import { resourceApi } from './resource-api.ts'

/**
 * Saves the rows of the current query, or only the selected ones, as `{name}.xls`, or `.xlsx` when they are many; can be
 * cancelled on the way.
 * @param columns the fields that become columns, in their order; all of the sheet's when there are none
 */
export async function exportList(
  resource: Resource,
  wire: Readonly<Record<string, string>>,
  selection: readonly string[],
  name: string,
  columns: readonly string[] = [],
): Promise<void> {
  const { notification, message } = feedback()
  const abort = new AbortController()
  const key = `export-${resource.name}`
  const show = (bytes: number) =>
    notification.open({
      key,
      title: `正在导出 ${name}`,
      description: bytes === 0 ? '正在准备数据…' : `已接收 ${sizeText(bytes)}`,
      duration: 0,
      closable: false,
      actions: createElement(Button, { size: 'small', onClick: () => abort.abort() }, '取消导出'),
    })
  show(0)
  const { pageNo: _page, pageSize: _size, ...asked } = wire
  const selections = selection.join(',')
  const query = columns.length > 0 ? { ...asked, exportFields: columns.join(',') } : asked
  try {
    let shownAt = 0
    const blob = await resourceApi(resource).exportXls(selections ? { ...query, selections } : query, {
      signal: abort.signal,
      onProgress(bytes) {
        if (bytes - shownAt < 256 * 1024) return
        shownAt = bytes
        show(bytes)
      },
    })
    const file = `${name}.${blob.type.includes('openxmlformats') ? 'xlsx' : 'xls'}`
    saveFile(blob, file)
    void message.success(`${file} 已导出（${sizeText(blob.size)}）`)
  } finally {
    notification.destroy(key)
  }
}

function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
