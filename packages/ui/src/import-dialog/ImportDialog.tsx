import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { Alert, Button, Switch } from 'antd'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { AppModal } from '../modal/index.ts'
import { ImportLine } from './ImportLine.tsx'
import { ImportQueue, isWorthSending, megabytes, type ImportFile, type ImportPorts } from './import-queue.ts'
import './import-dialog.css'

interface Props extends ImportPorts {
  /** Offers that rows with the key of a stored one change it. */
  readonly canUpdate?: boolean
  onClose(): void
}

/**
 * 导入EXCEL (5-screens.md §13.13): workbooks are chosen, dropped or pasted, sent one after another when asked to, and
 * each shows how far it is and what came of it. Where the page can preview, 开始上传 shows what would be stored and
 * 开始导入 stores it. Closing while one is imported asks first.
 */
export function ImportDialog({
  maxBytes,
  canUpdate = false,
  downloadTemplate,
  preview,
  send,
  onImported,
  onAllImported,
  onClose,
}: Props) {
  const [queue] = useState(() => new ImportQueue())
  const { files, refused, isBusy, updatesExisting } = useSyncExternalStore(queue.subscribe, queue.state)
  const chooser = useRef<HTMLInputElement>(null)
  useLayoutEffect(() =>
    queue.take({ maxBytes, send, onImported, onAllImported, ...(preview ? { preview } : {}) }),
  )
  useEffect(() => () => queue.stop(), [queue])
  const isOver = useBroughtFiles(queue)
  const hasWaiting = files.some(({ status }) => status === 'waiting')
  const isReady = !hasWaiting && files.some(isWorthSending)
  const current = files.find(({ status }) => status === 'sending')
  const isSending = current !== undefined
  const busyText = isSending && preview ? '导入中...' : '上传中...'
  return (
    <AppModal
      open
      width={600}
      title="导入EXCEL"
      okText={isBusy ? busyText : isReady ? '开始导入' : '开始上传'}
      confirmLoading={isBusy}
      busyWords={closingWords(current)}
      okButtonProps={{ disabled: !isBusy && !hasWaiting && !isReady }}
      {...(isReady && !isBusy ? { cancelText: '取消' } : {})}
      okClose={false}
      onOk={() => queue.start()}
      onCancel={onClose}
    >
      <div className={isOver ? 'import-files import-files-over' : 'import-files'}>
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          accept=".xls,.xlsx"
          aria-label="选择导入文件"
          onChange={(event) => {
            queue.add([...(event.target.files ?? [])])
            // The same file may be chosen again after it was corrected or taken away.
            event.target.value = ''
          }}
        />
        <div className="import-begin">
          <Button icon={<UploadOutlined />} onClick={() => chooser.current?.click()}>
            选择导入文件
          </Button>
          {downloadTemplate && <TemplateLink download={downloadTemplate} />}
        </div>
        <p className="import-hint">
          支持 .xls、.xlsx，可选多个，每个不超过 {megabytes(maxBytes)}
          <span className="import-hint-mouse">；也可以拖入或粘贴</span>
        </p>
        {canUpdate && (
          <label className="import-updates">
            <Switch
              size="small"
              checked={updatesExisting}
              disabled={isBusy}
              onChange={(on) => queue.chooseUpdates(on)}
            />
            更新已有记录
            <span className="import-hint">
              {updatesExisting ? '编号相同的记录按表格修改，空单元格不改' : '编号相同的行将被拒绝'}
            </span>
          </label>
        )}
        {refused.length > 0 && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={refused.map((text) => (
              <div key={text}>{text}</div>
            ))}
          />
        )}
        <ul aria-label="导入文件">
          {files.map((file) => (
            <ImportLine
              key={file.id}
              file={file}
              onRemove={() => queue.remove(file.id)}
              onRetry={() => queue.retry(file.id)}
            />
          ))}
        </ul>
      </div>
    </AppModal>
  )
}

/** What is asked of who closes the dialog while a file is under way: `current` is being imported, without it one is previewed. */
function closingWords(current: ImportFile | undefined) {
  const words = { title: '正在上传，确定关闭吗？', okText: '停止并关闭', cancelText: '继续上传' }
  if (current === undefined)
    return {
      ...words,
      title: '正在预检，确定关闭吗？',
      text: '关闭后预检停止，不会导入任何数据。',
      cancelText: '继续预检',
    }
  return current.percent >= 100
    ? {
        ...words,
        text: `“${current.name}”已传到服务器，正在导入。关闭后它仍会导入完，但看不到结果，请稍后刷新列表核对；其余文件不会上传。`,
      }
    : { ...words, text: '关闭后，还没有传完的文件不会导入；已经导入的数据保留。' }
}

/** Fetches the template; a second click while it comes does nothing. */
function TemplateLink({ download }: { readonly download: () => Promise<void> }) {
  const [isLoading, setLoading] = useState(false)
  return (
    <Button
      type="link"
      icon={<DownloadOutlined />}
      loading={isLoading}
      onClick={() => {
        setLoading(true)
        void download().finally(() => setLoading(false))
      }}
    >
      下载导入模板
    </Button>
  )
}

/**
 * Takes files that are dropped anywhere on the page or pasted, while the dialog is open: beside it, the browser would
 * leave the page for the file. Gives whether files are held over the page.
 */
function useBroughtFiles(queue: ImportQueue): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const until = new AbortController()
    const listen = <K extends keyof DocumentEventMap>(name: K, act: (event: DocumentEventMap[K]) => void) =>
      document.addEventListener(name, act, { signal: until.signal })
    listen('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    })
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false)
    })
    listen('drop', (event) => {
      if (!event.dataTransfer || event.dataTransfer.files.length === 0) return
      event.preventDefault()
      setOver(false)
      queue.add([...event.dataTransfer.files])
    })
    listen('paste', (event) => {
      if (!event.clipboardData || event.clipboardData.files.length === 0) return
      event.preventDefault()
      queue.add([...event.clipboardData.files])
    })
    return () => until.abort()
  }, [queue])
  return isOver
}
