import type { PictureOf } from '@suoan/kit/rich-text'
import { ConfigProvider } from 'antd'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { KeyboardEvent } from 'react'
import { useFullScreen } from '../code-editor/use-full-screen.ts'
import { Foot } from './Foot.tsx'
import { usePart } from '../lazy-part/index.ts'
import { pendingProblem, type SendFile } from '../send-queue/index.ts'
import { PictureQueue } from './picture-queue.ts'
import type { RichView } from './rich-view.ts'
import './rich-text-editor.css'

export interface RichTextEditorProps {
  /** HTML; empty when nothing is written. */
  readonly value?: string | null | undefined
  readonly onChange?: (html: string) => void
  readonly id?: string | undefined
  readonly disabled?: boolean | undefined
  readonly readOnly?: boolean
  readonly placeholder?: string
  /** What is written here, for who cannot see the label. */
  readonly label: string
  /** Most characters of the HTML; with it both counts stand below the text. */
  readonly limit?: number | undefined
  /** Address under which a picture of the own store is shown; null for a foreign one, which is no picture here. */
  readonly pictureOf?: PictureOf
  /** Stores a picture and gives its address; without it none can be inserted. Throws an `Error` whose message is shown. */
  readonly upload?: SendFile
  /** Largest picture, bytes. */
  readonly maxBytes?: number
  /** Why a form with this text cannot be saved yet; null when it can. */
  readonly onPending?: (problem: string | null) => void
}

const noPicture: PictureOf = () => null

/**
 * A text with headings, colours, lists, tables, links and pictures (5-screens.md §13). What it gives is HTML cleaned by
 * the rule of `kit/rich-text`. Its part comes when it is first drawn; until then, and where it cannot be had, the same
 * text stands in a plain box and is edited there.
 */
export function RichTextEditor({
  value,
  onChange,
  id,
  disabled = false,
  readOnly = false,
  placeholder = '',
  label,
  limit,
  pictureOf = noPicture,
  upload,
  maxBytes = Infinity,
  onPending,
}: RichTextEditorProps) {
  const { componentDisabled } = ConfigProvider.useConfig()
  const isOff = disabled || componentDisabled === true
  const isOpen = !readOnly && !isOff
  const html = value ?? ''
  const [queue] = useState(() => new PictureQueue())
  const pending = useSyncExternalStore(queue.subscribe, queue.pending)
  const [note, setNote] = useState('')
  const { frame, isFull, toggle } = useFullScreen()
  const tell = useEffectEvent((next: string) => onChange?.(next))
  const showOf = useEffectEvent((address: string) => pictureOf(address))
  const add = (files: readonly File[], place: (id: number) => void) => {
    if (files.length === 0) return
    setNote(upload ? queue.add(files, place) : '这里不能插入图片')
  }
  const addNow = useEffectEvent(add)
  const { loaded, failed, retry } = usePart(
    () => import('./rich-view.ts'),
    (part) => ({
      part,
      view: new part.RichView(html, {
        onHtml: (next) => tell(next),
        pictureOf: (address) => showOf(address),
        onPictures: (files, place) => addNow(files, place),
        onNote: setNote,
      }),
    }),
  )
  const view = loaded?.view
  useLayoutEffect(() => {
    if (!view || !upload) return
    queue.take({
      upload,
      maxBytes,
      insert: (picture, address, name) => view.insertPicture(picture, address, name),
      forget: (picture) => view.forget(picture),
    })
  })
  const problem = pendingProblem(pending, '图片')
  const tellPending = useEffectEvent((next: string | null) => onPending?.(next))
  useEffect(() => tellPending(problem), [problem])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'F10' && event.altKey) {
      event.preventDefault()
      event.currentTarget.querySelector<HTMLElement>('[role=toolbar] button[tabindex="0"]')?.focus()
    }
    // In a dialog it must not close what is being written in.
    if (event.key !== 'Escape' || !isFull) return
    event.stopPropagation()
    toggle()
  }
  const Toolbar = loaded?.part.Toolbar
  return (
    // The keys come from the text inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={frame}
      className={['rich-text', isFull ? 'rich-text-full' : '', isOff ? 'rich-text-off' : ''].join(' ')}
      onKeyDown={onKeyDown}
    >
      {/* In the top layer nothing outside of it is seen: lists and hints open within. */}
      <ConfigProvider {...(isFull ? { getPopupContainer: () => frame.current ?? document.body } : {})}>
        {view && Toolbar && isOpen && (
          <Toolbar
            editor={view.editor}
            label={label}
            isFull={isFull}
            onFull={toggle}
            onPictures={upload && ((files) => add(files, (picture) => view.place(picture)))}
          />
        )}
        {view ? (
          <Shown {...{ view, html, isOpen, placeholder, label, id }} />
        ) : (
          <textarea
            className="rich-text-plain"
            id={id}
            aria-label={label}
            readOnly={!isOpen}
            placeholder={placeholder}
            value={html}
            onChange={({ target }) => onChange?.(target.value)}
          />
        )}
        <Foot
          {...{ html, limit, pending, note }}
          onRetry={(picture) => queue.retry(picture)}
          onCancel={(picture) => queue.cancel(picture)}
        />
      </ConfigProvider>
      {failed && (
        <p className="rich-text-note" role="status">
          编辑器没有加载成功，内容以 HTML 显示，可以照常{isOpen ? '编辑' : '查看'}。
          <button type="button" onClick={retry}>
            重新加载
          </button>
        </p>
      )}
    </div>
  )
}

interface ShownProps {
  readonly view: RichView
  readonly html: string
  readonly isOpen: boolean
  readonly placeholder: string
  readonly label: string
  readonly id: string | undefined
}

/** The text as it will be read. Its elements go when the tab is hidden; the text under edit stays in `view`. */
function Shown({ view, html, isOpen, placeholder, label, id }: ShownProps) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (host.current) view.attach(host.current)
    return () => view.detach()
  }, [view])
  useLayoutEffect(() => view.setHtml(html), [view, html])
  useLayoutEffect(
    () =>
      view.set(isOpen, placeholder, {
        'aria-label': label,
        ...(id ? { id } : {}),
        ...(isOpen ? {} : { 'aria-readonly': 'true', tabindex: '0' }),
      }),
    [view, isOpen, placeholder, label, id],
  )
  return <div className="rich-text-host" ref={host} />
}
