import { ImportDialog, type ImportOutcome, type ImportSendOptions } from '@suoan/ui/import-dialog'
import { Button } from 'antd'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

export default function Example() {
  const [isOpen, setOpen] = useState(false)
  const [imported, setImported] = useState<readonly string[]>([])
  return (
    <>
      <Demo label="导入数据" value={imported}>
        <Button onClick={() => setOpen(true)}>导入</Button>
      </Demo>
      {isOpen && (
        <ImportDialog
          maxBytes={20 * 1024 * 1024}
          send={pretendToSend}
          onImported={() => {}}
          onAllImported={(outcomes) => {
            setImported(outcomes.map(({ message }) => message))
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Nothing leaves the browser: the bytes are counted up, and a file with 失败 in its name is refused. */
async function pretendToSend(
  { name }: File,
  { onProgress, signal }: ImportSendOptions,
): Promise<ImportOutcome> {
  for (let percent = 0; percent <= 100 && !signal.aborted; percent += 5) {
    onProgress(percent)
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  if (name.includes('失败')) throw new Error('文件导入失败:没有找到表头，请核对后重试')
  return { message: `${name}：示例数据导入成功！`, report: null }
}
