import {
  ImportDialog,
  type ImportOutcome,
  type ImportPreview,
  type ImportSendOptions,
} from '@suoan/ui/import-dialog'
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
          canUpdate
          preview={pretendToPreview}
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

/** Nothing leaves the browser: the bytes and rows are counted up. */
async function pretendToWork({ onProgress, onRows, signal }: ImportSendOptions): Promise<void> {
  for (let percent = 0; percent <= 100 && !signal.aborted; percent += 5) {
    onProgress(percent)
    await pause()
  }
  for (let done = 0; done <= total && !signal.aborted; done += 100) {
    onRows({ done, total })
    await pause()
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 40))
const total = 1_200

/** A file with 失败 in its name is refused as a whole, one with 错误 in some rows. */
async function pretendToPreview({ name }: File, options: ImportSendOptions): Promise<ImportPreview> {
  await pretendToWork(options)
  if (name.includes('失败')) throw new Error('文件导入失败:没有找到表头，请核对后重试')
  const refused = name.includes('错误') ? 2 : 0
  const changes = options.updatesExisting ? 150 : 0
  return {
    total,
    tried: total,
    inserts: total - refused - changes,
    changes,
    same: 0,
    refused,
    notes: [],
    errors: [
      { line: 5, column: 'A 列“锁具编号”', reason: '“锁具编号”不能为空' },
      { line: 9, column: 'C 列“用途”', reason: '“用途”的值“未知”不在可选范围内' },
    ].slice(0, refused),
    report: null,
  }
}

async function pretendToSend({ name }: File, options: ImportSendOptions): Promise<ImportOutcome> {
  await pretendToWork(options)
  return { message: `${name}：示例数据导入成功！`, report: null }
}
