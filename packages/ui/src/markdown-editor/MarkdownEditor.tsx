import { Button, ConfigProvider, Spin, Tooltip } from 'antd'
import { useDeferredValue, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { CodeEditor, type CodeHandle } from '../code-editor/index.ts'
import { usePart } from '../lazy-part/index.ts'
import { ToolRow } from '../tool-row/index.ts'
import './markdown-editor.css'
import { pictureText, type PictureText } from './markdown-text.ts'
import type { MarkdownView } from './markdown-view.ts'
import { LinkDialog } from './LinkDialog.tsx'
import { PictureDialog, type PictureFiles } from './PictureDialog.tsx'
import { insert } from './source-edit.ts'
import { tools } from './tools.ts'

type Mode = 'markdown' | 'visual'

export interface MarkdownEditorProps {
  /** Markdown. */
  readonly value?: string | null
  readonly onChange?: (markdown: string) => void
  /** The mode it begins with. */
  readonly mode?: Mode
  /** Of the panes, px; 300 by default, at least 200 (2-data-entry.md §11). */
  readonly height?: number
  readonly disabled?: boolean
  readonly id?: string
  /** What is written here, for who cannot see the label. */
  readonly 'aria-label': string
  /** How pictures of one's own are stored; without it they are named by an address alone. */
  readonly files?: PictureFiles
}

/** Longer texts are neither shown beside the source nor edited by sight: each key would wait for all of it. */
const longest = 200_000

const modes = [
  { key: 'markdown', title: 'Markdown' },
  { key: 'visual', title: '所见即所得' },
] as const

/**
 * A Markdown text: its source with what it looks like beside it, or edited as it looks (5-screens.md §13). No HTML in it
 * is ever drawn, and pictures of other sites are links.
 */
export function MarkdownEditor({
  value,
  onChange,
  mode: begin = 'markdown',
  height: wished = 300,
  disabled = false,
  id,
  'aria-label': label,
  files,
}: MarkdownEditorProps) {
  const { componentDisabled } = ConfigProvider.useConfig()
  const isOpen = !disabled && componentDisabled !== true
  const text = value ?? ''
  const isLong = text.length > longest
  const [chosen, setMode] = useState<Mode>(begin)
  const mode = isLong ? 'markdown' : chosen
  const [asking, setAsking] = useState<'link' | 'picture' | null>(null)
  const source = useRef<CodeHandle>(null)
  const tell = useEffectEvent((next: string) => onChange?.(next))
  const {
    loaded: view,
    failed,
    retry,
  } = usePart(
    () => import('./markdown-view.ts'),
    (part) => new part.MarkdownView(isLong ? '' : text, (next) => tell(next)),
  )
  // What is beside the source may come a moment later; what is typed in must never be older than its own keys.
  const later = useDeferredValue(text)
  const height = Math.max(200, wished)
  const isVisual = mode === 'visual'
  const takePicture = (picture: PictureText) => {
    setAsking(null)
    if (isVisual) view?.insertPicture(picture)
    else source.current?.edit(insert(pictureText(picture)))
  }
  const takeLink = (address: string) => {
    setAsking(null)
    if (isVisual) view?.insertLink(address, address)
    else
      source.current?.edit((at) =>
        insert(
          `[${at.text.slice(at.from, at.to) || '链接文字'}](${address.replace(/[()]/g, encodeURIComponent)})`,
        )(at),
      )
  }
  return (
    <div className="markdown-editor" role="group" aria-label={label}>
      {isOpen && (
        <ToolRow className="markdown-tools" label={`${label}的格式`}>
          {tools.map(({ key, name, sign, source: edit }) => (
            <ToolButton
              key={key}
              name={name}
              sign={sign}
              onPress={() => (isVisual ? view?.run(key) : source.current?.edit(edit))}
            />
          ))}
          <ToolButton name="链接" sign="链接" onPress={() => setAsking('link')} />
          <ToolButton name="图片" sign="图片" onPress={() => setAsking('picture')} />
        </ToolRow>
      )}
      <div className={isVisual ? 'markdown-panes' : 'markdown-panes markdown-split'}>
        <div hidden={isVisual}>
          <CodeEditor
            ref={source}
            aria-label={isVisual ? `${label}的源文本` : label}
            {...(id && !isVisual ? { id } : {})}
            language="markdown"
            wrap
            placeholder="请输入Markdown"
            // Its bar is 32 px high.
            height={height - 32}
            value={text}
            {...(onChange ? { onChange } : {})}
            disabled={!isOpen}
          />
        </div>
        <div className="markdown-shown" style={{ height }}>
          {isLong ? (
            <p className="markdown-note">内容超过 20 万个字符，只能编辑 Markdown 源文本，不显示预览。</p>
          ) : view ? (
            <Shown
              view={view}
              text={isVisual ? text : later}
              isOpen={isVisual && isOpen}
              label={isVisual ? label : `${label}的预览`}
              id={isVisual ? id : undefined}
            />
          ) : failed ? (
            <p className="markdown-note" role="status">
              预览和所见即所得没有加载成功，可以先编辑 Markdown 源文本。
              <Button type="link" size="small" onClick={retry}>
                重新加载
              </Button>
            </p>
          ) : (
            <Spin />
          )}
        </div>
      </div>
      <div className="markdown-modes" role="group" aria-label={`${label}的编辑方式`}>
        {modes.map(({ key, title }) => (
          <button
            key={key}
            type="button"
            aria-pressed={mode === key}
            disabled={key === 'visual' && (isLong || view === null)}
            onClick={() => setMode(key)}
          >
            {title}
          </button>
        ))}
      </div>
      {asking === 'picture' && (
        <PictureDialog files={files} onClose={() => setAsking(null)} onTake={takePicture} />
      )}
      {asking === 'link' && <LinkDialog onClose={() => setAsking(null)} onTake={takeLink} />}
    </div>
  )
}

interface ToolProps {
  readonly name: string
  readonly sign: string
  onPress(): void
}

const ToolButton = ({ name, sign, onPress }: ToolProps) => (
  <Tooltip title={name}>
    <Button
      size="small"
      type="text"
      aria-label={name}
      // What is chosen in the text stays while the button is pressed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <span aria-hidden data-sign={sign}>
        {sign}
      </span>
    </Button>
  </Tooltip>
)

interface ShownProps {
  readonly view: MarkdownView
  readonly text: string
  readonly isOpen: boolean
  readonly label: string
  readonly id: string | undefined
}

/** The text as it looks. Its elements go when the tab is hidden; the text itself stays in `view`. */
function Shown({ view, text, isOpen, label, id }: ShownProps) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (host.current) view.attach(host.current)
    return () => view.detach()
  }, [view])
  useLayoutEffect(() => view.setText(text), [view, text])
  useLayoutEffect(
    () =>
      view.set(isOpen, {
        class: 'markdown-words',
        'aria-label': label,
        ...(isOpen ? { role: 'textbox', 'aria-multiline': 'true' } : { role: 'document', tabindex: '0' }),
        ...(id === undefined ? {} : { id }),
      }),
    [view, isOpen, label, id],
  )
  return <div className="markdown-host" ref={host} />
}
