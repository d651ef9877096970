import {
  CheckCircleOutlined,
  CloseOutlined,
  DownloadOutlined,
  ExclamationCircleOutlined,
  FileExcelOutlined,
  ReloadOutlined,
  UploadOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import { Alert, Button, Progress } from 'antd'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { AppModal } from '../modal/index.ts'
import { ImportQueue, megabytes, type ImportFile, type ImportPorts } from './import-queue.ts'
import './import-dialog.css'

interface Props extends ImportPorts {
  onClose(): void
}

/**
 * 导入EXCEL (5-screens.md §13.13): workbooks are chosen, dropped or pasted, sent one after another when asked to, and
 * each shows how far it is and what came of it. Closing while one is sent asks first.
 */
export function ImportDialog({
  maxBytes,
  downloadTemplate,
  send,
  onImported,
  onAllImported,
  onClose,
}: Props) {
  const [queue] = useState(() => new ImportQueue())
  const { files, refused, isSending } = useSyncExternalStore(queue.subscribe, queue.state)
  const chooser = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => queue.take({ maxBytes, send, onImported, onAllImported }))
  useEffect(() => () => queue.stop(), [queue])
  const isOver = useBroughtFiles(queue)
  const hasWaiting = files.some(({ status }) => status === 'waiting')
  const current = files.find(({ status }) => status === 'sending')
  return (
    <AppModal
      open
      width={600}
      title="导入EXCEL"
      okText={isSending ? '上传中...' : '开始上传'}
      confirmLoading={isSending}
      busyWords={{
        title: '正在上传，确定关闭吗？',
        text:
          current && current.percent >= 100
            ? `“${current.name}”已传到服务器，正在导入。关闭后它仍会导入完，但看不到结果，请稍后刷新列表核对；其余文件不会上传。`
            : '关闭后，还没有传完的文件不会导入；已经导入的数据保留。',
        okText: '停止并关闭',
        cancelText: '继续上传',
      }}
      okButtonProps={{ disabled: !isSending && !hasWaiting }}
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
            <FileLine
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

interface LineProps {
  readonly file: ImportFile
  onRemove(): void
  onRetry(): void
}

function FileLine({ file, onRemove, onRetry }: LineProps) {
  const { name, status, percent } = file
  // What the server has taken cannot be taken back by closing the line to it.
  const isStoring = status === 'sending' && percent >= 100
  return (
    <li className={`import-line import-${lookOf(file)}`}>
      {icons[lookOf(file)]}
      <div className="import-words">
        <span className="import-name">{name}</span>
        <Result file={file} />
      </div>
      <span className="import-tools">
        {status === 'failed' && (
          <Button
            type="text"
            size="small"
            icon={<ReloadOutlined />}
            title="重试"
            aria-label={`重试${name}`}
            onClick={onRetry}
          />
        )}
        {!isStoring && (
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            title={status === 'sending' ? '取消上传' : '移除'}
            aria-label={`${status === 'sending' ? '取消上传' : '移除'}${name}`}
            onClick={onRemove}
          />
        )}
      </span>
    </li>
  )
}

function Result({ file: { name, status, percent, problem, outcome } }: { readonly file: ImportFile }) {
  if (status === 'failed')
    return (
      <span className="import-result" role="alert">
        {problem}
      </span>
    )
  if (outcome)
    return (
      <span className="import-result" role="status">
        {outcome.message}
        {outcome.report && (
          <>
            <br />
            {outcome.report.text}，具体详情请{' '}
            {/* In a tab of its own, where a report that is not there any more says so in words. */}
            <a href={outcome.report.url} target="_blank" rel="noopener">
              点击下载
            </a>
            {outcome.report.markedUrl !== null && (
              <>
                {' · '}
                <a href={outcome.report.markedUrl} target="_blank" rel="noopener">
                  下载标出错误的表格
                </a>
                ，改正后可直接再次导入
              </>
            )}
          </>
        )}
      </span>
    )
  if (status === 'waiting') return <span className="import-result">等待上传</span>
  return (
    <>
      <Progress
        percent={percent}
        size="small"
        status={percent < 100 ? 'normal' : 'active'}
        aria-label={`${name} 上传中`}
      />
      {percent >= 100 && <span className="import-result">已上传，正在逐行校验并导入…</span>}
    </>
  )
}

type Look = 'plain' | 'failed' | 'partly' | 'done'

const lookOf = ({ status, outcome }: ImportFile): Look =>
  status === 'failed' ? 'failed' : outcome?.report ? 'partly' : outcome ? 'done' : 'plain'

const icons: Readonly<Record<Look, ReactNode>> = {
  plain: <FileExcelOutlined />,
  failed: <ExclamationCircleOutlined />,
  partly: <WarningOutlined />,
  done: <CheckCircleOutlined />,
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
