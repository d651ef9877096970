import type { Resource } from '@suoan/contract'
import { Progress } from 'antd'
import { fileUrl } from '../request/api-base.ts'
import { RequestFailure } from '../request/failure.ts'
import { feedback } from '../feedback.ts'
import { resourceApi } from './resource-api.ts'

/** Lets the person choose a workbook and imports it; `onDone` runs when rows may have been added. */
export async function chooseAndImport(resource: Resource, onDone: () => void): Promise<void> {
  const file = await chooseFile('.xls,.xlsx')
  if (file) await importFile(resource, file, onDone)
}

async function importFile(resource: Resource, file: File, onDone: () => void): Promise<void> {
  const { modal, message } = feedback()
  const abort = new AbortController()
  const dialog = modal.info({
    title: '导入EXCEL',
    content: <ImportProgress name={file.name} percent={0} />,
    okText: '取消导入',
    mask: { closable: false },
    keyboard: false,
    onOk: () => abort.abort(),
  })
  try {
    const outcome = await resourceApi(resource).importExcel(file, {
      signal: abort.signal,
      onProgress: (percent) =>
        dialog.update({ content: <ImportProgress name={file.name} percent={percent} /> }),
    })
    onDone()
    if (!outcome.report) return void message.success(outcome.message)
    const { msg, fileUrl: address } = outcome.report
    modal.warning({
      title: outcome.message,
      content: (
        <>
          <p>{msg}</p>
          <p>
            具体详情请{' '}
            {/* In a tab of its own, where a report that is not there any more says so in words. */}
            <a href={fileUrl(address)} target="_blank" rel="noopener">
              点击下载
            </a>
          </p>
        </>
      ),
      okText: '知道了',
    })
  } catch (error) {
    if (error instanceof RequestFailure && !error.shown && error.kind !== 'aborted') {
      modal.warning({
        title: '导入失败',
        content: error.message || `${file.name} 文件上传失败`,
        okText: '知道了',
      })
    } else if (!(error instanceof RequestFailure)) throw error
  } finally {
    dialog.destroy()
  }
}

function ImportProgress({ name, percent }: { name: string; percent: number }) {
  return (
    <>
      <p>{percent < 100 ? `正在上传 ${name}` : `${name} 已上传，正在逐行校验并导入…`}</p>
      <Progress percent={percent} status={percent < 100 ? 'normal' : 'active'} />
    </>
  )
}

/** The browser's own file dialog; null when it was closed without a choice. */
function chooseFile(accept: string): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept
    input.onchange = () => resolve(input.files?.[0] ?? null)
    input.oncancel = () => resolve(null)
    input.click()
  })
}
