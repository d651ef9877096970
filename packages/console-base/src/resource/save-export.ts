import { Button } from 'antd'
import { createElement } from 'react'
import { feedback } from '../feedback.ts'
import { saveFile } from '../request/save-file.ts'
import { sizeText } from './size-text.ts'

/** How an export is asked for while it is shown. */
interface ExportCall {
  readonly signal: AbortSignal
  /** Bytes that have come. */
  onProgress(bytes: number): void
}

/**
 * Fetches a sheet and saves it as `{name}.xls`, or `.xlsx` when it is one; says how far it is, and can be cancelled on the way.
 * @param key what is exported: one of them is shown at a time
 */
export async function saveExport(
  key: string,
  name: string,
  fetchSheet: (call: ExportCall) => Promise<Blob>,
): Promise<void> {
  const { notification, message } = feedback()
  const abort = new AbortController()
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
  try {
    let shownAt = 0
    const blob = await fetchSheet({
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
