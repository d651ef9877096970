import {
  CameraOutlined,
  CloseOutlined,
  DeleteOutlined,
  DownloadOutlined,
  ExclamationCircleOutlined,
  EyeOutlined,
  LeftOutlined,
  PaperClipOutlined,
  PlusOutlined,
  ReloadOutlined,
  RightOutlined,
  UploadOutlined,
} from '@ant-design/icons'
import { Button, ConfigProvider, Progress } from 'antd'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { FilePreview } from '../file-preview/index.ts'
import { Picture } from '../picture/index.ts'
import { fileNameOf, isPdf, isPicture, pathsOf, pictureTypes } from '../stored-file/index.ts'
import { FileField, type FileRules } from './file-field.ts'
import { pendingProblem, type PendingFile, type SendOptions } from '../send-queue/index.ts'
import './file-input.css'

interface Props extends FileRules {
  readonly value?: string | null | undefined
  /** What the files are of, for screen readers. */
  readonly label: string
  readonly id?: string | undefined
  /** What a picture shows, for who does not see it; its name by default. */
  readonly alt?: string
  readonly disabled?: boolean
  /** Words of the button that chooses files; 点击上传 by default. */
  readonly buttonText?: string
  onChange?(value: string | undefined): void
  /** Stores a file and gives its path. Throws an `Error` whose message is shown. */
  upload(file: File, options: SendOptions): Promise<string>
  /** Address of a stored file, and of its small picture. */
  urlOf(path: string): string
  thumbOf(path: string): string
  /** Content of a stored file, for what is opened in place. */
  load(path: string): Promise<Blob>
  /** What people call a stored file. */
  nameOf?(path: string): string
  /** Why a form with this field cannot be saved yet; null when it can. */
  onPending?(problem: string | null): void
}

/**
 * Files of a form: chosen, dropped, pasted or taken with the camera; sent with their progress; shown, opened, put in
 * order, taken away (5-screens.md §13.12). Its value is the stored paths joined by commas.
 */
export function FileInput({ value, label, id, disabled = false, buttonText, ...props }: Props) {
  const { accept, most, maxBytes, upload, onChange, onPending, urlOf, thumbOf, load } = props
  const nameOf = props.nameOf ?? fileNameOf
  const { componentDisabled } = ConfigProvider.useConfig()
  const isOpen = !disabled && !componentDisabled
  const [field] = useState(() => new FileField())
  const { pending, note } = useSyncExternalStore(field.subscribe, field.state)
  const [opened, setOpened] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const paths = pathsOf(value)
  useLayoutEffect(() => {
    field.take(value, { accept, most, maxBytes }, { upload, onChange: (next) => onChange?.(next) })
  })
  const problem = pendingProblem(pending)
  const telling = useRef(onPending)
  useLayoutEffect(() => {
    telling.current = onPending
  })
  useEffect(() => telling.current?.(problem), [problem])
  // What went wrong stands below the files, and they may stand at the lower edge of a dialog.
  const foot = useRef<HTMLParagraphElement>(null)
  const failures = pending.filter(({ status }) => status === 'failed').length
  useEffect(() => {
    if (note !== '' || failures > 0) foot.current?.scrollIntoView({ block: 'nearest' })
  }, [note, failures])

  const add = (files: FileList | null | undefined) => {
    if (isOpen && files && files.length > 0) field.add([...files])
  }
  const takePicture = () => {
    const camera = document.createElement('input')
    camera.type = 'file'
    camera.accept = 'image/*'
    camera.capture = 'environment'
    camera.addEventListener('change', () => add(camera.files))
    camera.click()
  }
  const isImages = accept === 'image'
  const mayAdd = isOpen && (most === 0 || paths.length < most || most === 1)
  const stored = (path: string, index: number): StoredProps => ({
    path,
    name: nameOf(path),
    alt: props.alt ?? nameOf(path),
    thumb: thumbOf(path),
    url: urlOf(path),
    isOpen,
    order: paths.length > 1 ? index : null,
    onOpen: () => setOpened(path),
    onMove: (by) => field.move(path, by),
    onRemove: () => field.remove(path),
  })
  const Stored = isImages ? StoredPicture : StoredLine
  const Pending = isImages ? PendingPicture : PendingLine
  return (
    <div
      className={['file-input', isImages ? 'file-input-pictures' : '', isOver ? 'file-input-over' : ''].join(
        ' ',
      )}
      id={id}
      role="group"
      aria-label={label}
      onPaste={(event) => {
        if (event.clipboardData.files.length === 0) return
        event.preventDefault()
        add(event.clipboardData.files)
      }}
      onDragOver={(event) => {
        if (!isOpen || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!isOpen) return
        event.preventDefault()
        setOver(false)
        add(event.dataTransfer.files)
      }}
    >
      {isOpen && (
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label={`选择${label}`}
          multiple={most !== 1}
          {...(isImages ? { accept: pictureTypes } : {})}
          onChange={(event) => {
            add(event.target.files)
            // The same file may be chosen again after it was refused or taken away.
            event.target.value = ''
          }}
        />
      )}
      {!isImages && mayAdd && (
        <Choices>
          <Button icon={<UploadOutlined />} onClick={() => chooser.current?.click()}>
            {buttonText ?? (most === 1 && paths.length > 0 ? '重新上传' : '点击上传')}
          </Button>
          <Button className="file-camera" icon={<CameraOutlined />} onClick={takePicture}>
            拍照
          </Button>
        </Choices>
      )}
      <ul>
        {paths.map((path, index) => (
          <Stored key={path} {...stored(path, index)} />
        ))}
        {pending.map((each) => (
          <Pending
            key={each.id}
            pending={each}
            onCancel={() => field.cancel(each.id)}
            onRetry={() => field.retry(each.id)}
          />
        ))}
        {isImages && mayAdd && (
          <li className="file-choices">
            <button type="button" className="file-add" onClick={() => chooser.current?.click()}>
              <PlusOutlined />
              {buttonText ?? (most === 1 && paths.length > 0 ? '更换' : '上传')}
            </button>
            <button type="button" className="file-add file-camera" onClick={takePicture}>
              <CameraOutlined />
              拍照
            </button>
          </li>
        )}
      </ul>
      {!isOpen && paths.length === 0 && <span className="file-none">未上传任何文件</span>}
      {isImages &&
        pending
          .filter(({ status }) => status === 'failed')
          .map((each) => (
            // A card has no room for the reason.
            <p key={each.id} className="file-note" role="alert">
              {each.name} 上传失败：{each.problem}
            </p>
          ))}
      <p className="file-note" role="status" ref={foot}>
        {note}
      </p>
      {opened !== null && paths.includes(opened) && (
        <FilePreview
          path={opened}
          among={paths}
          urlOf={urlOf}
          load={load}
          nameOf={nameOf}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}

const Choices = ({ children }: { readonly children: ReactNode }) => (
  <div className="file-choices">{children}</div>
)

interface StoredProps {
  readonly path: string
  readonly name: string
  readonly alt: string
  readonly thumb: string
  readonly url: string
  readonly isOpen: boolean
  /** Place among the others; null where there is no other. */
  readonly order: number | null
  onOpen(): void
  onMove(by: -1 | 1): void
  onRemove(): void
}

interface PendingProps {
  readonly pending: PendingFile
  onCancel(): void
  onRetry(): void
}

/** A stored picture as a card of 104 px. */
function StoredPicture({ name, alt, thumb, onOpen, ...props }: StoredProps) {
  return (
    <li className="file-card">
      <button type="button" className="file-card-picture" aria-label={`查看${name}`} onClick={onOpen}>
        <Picture src={thumb} alt={alt} />
      </button>
      <StoredTools {...props} name={name} />
    </li>
  )
}

/** A stored file as a line: its name opens what can be opened in place. */
function StoredLine({ path, name, thumb, onOpen, ...props }: StoredProps) {
  const opens = isPicture(path) || isPdf(path)
  return (
    <li className="file-line">
      {isPicture(path) ? <Picture src={thumb} alt="" /> : <PaperClipOutlined />}
      <span className="file-name" title={name}>
        {name}
      </span>
      <span className="file-tools">
        {opens && <Tool label="查看" name={name} icon={<EyeOutlined />} onClick={onOpen} />}
      </span>
      <StoredTools {...props} name={name} />
    </li>
  )
}

function StoredTools({
  name,
  url,
  isOpen,
  order,
  onMove,
  onRemove,
}: Pick<StoredProps, 'name' | 'url' | 'isOpen' | 'order' | 'onMove' | 'onRemove'>) {
  return (
    <span className="file-tools">
      {isOpen && order !== null && (
        <>
          <Tool label="前移" name={name} icon={<LeftOutlined />} onClick={() => onMove(-1)} />
          <Tool label="后移" name={name} icon={<RightOutlined />} onClick={() => onMove(1)} />
        </>
      )}
      <a
        className="file-tool"
        href={url}
        download={name}
        rel="noopener"
        title="下载"
        aria-label={`下载${name}`}
      >
        <DownloadOutlined />
      </a>
      {isOpen && <Tool label="删除" name={name} icon={<DeleteOutlined />} onClick={onRemove} />}
    </span>
  )
}

function PendingPicture({ pending, ...acts }: PendingProps) {
  const { status, percent } = pending
  return (
    <li className={status === 'failed' ? 'file-card file-failed' : 'file-card'}>
      <span className="file-card-picture">
        {status === 'failed' ? (
          <>
            <ExclamationCircleOutlined />
            上传失败
          </>
        ) : (
          <Progress type="circle" percent={Math.round(percent)} size={56} />
        )}
      </span>
      <PendingTools pending={pending} {...acts} />
    </li>
  )
}

function PendingLine({ pending, ...acts }: PendingProps) {
  const { status, percent, name, problem } = pending
  return (
    <li className={status === 'failed' ? 'file-line file-failed' : 'file-line'}>
      <PaperClipOutlined />
      {status === 'failed' ? (
        <span className="file-name" role="alert">
          {name} 上传失败：{problem}
        </span>
      ) : (
        <span className="file-name">
          {name}
          <Progress percent={Math.round(percent)} size="small" aria-label={`${name} 上传中`} />
        </span>
      )}
      <PendingTools pending={pending} {...acts} />
    </li>
  )
}

function PendingTools({ pending: { status, name }, onCancel, onRetry }: PendingProps) {
  return (
    <span className="file-tools">
      {status === 'failed' && <Tool label="重试" name={name} icon={<ReloadOutlined />} onClick={onRetry} />}
      <Tool
        label={status === 'failed' ? '移除' : '取消上传'}
        name={name}
        icon={<CloseOutlined />}
        onClick={onCancel}
      />
    </span>
  )
}

interface ToolProps {
  readonly label: string
  /** Of the file, for screen readers. */
  readonly name: string
  readonly icon: ReactNode
  onClick(): void
}

const Tool = ({ label, name, icon, onClick }: ToolProps) => (
  <button type="button" className="file-tool" title={label} aria-label={`${label}${name}`} onClick={onClick}>
    {icon}
  </button>
)
