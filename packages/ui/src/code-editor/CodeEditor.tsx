import { ConfigProvider } from 'antd'
import { useEffect, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, Ref } from 'react'
import { codeLanguages, isCodeLanguage, languageChoices, type CodeLanguage } from './code-languages.ts'
import './code-editor.css'
import type { CodeView } from './code-view.ts'
import { useCodeView } from './use-code-view.ts'
import { useFullScreen } from './use-full-screen.ts'

/** A text and what is chosen in it. */
interface Chosen {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** What a toolbar above the editor may do. */
export interface CodeHandle {
  /** Changes the text as a person would: it is told, can be undone, and the cursor stands in the text afterwards. */
  edit(change: (chosen: Chosen) => Chosen): void
}

export interface CodeEditorProps {
  readonly ref?: Ref<CodeHandle>
  /** The text; line ends become `\n` with the first change. */
  readonly value?: string | null
  readonly onChange?: (text: string) => void
  /** What the text is coloured as. */
  readonly language?: CodeLanguage
  /** With it a language select stands above the text. */
  readonly onLanguage?: (language: CodeLanguage) => void
  readonly placeholder?: string
  readonly readOnly?: boolean
  readonly disabled?: boolean
  /** Of the text, px; `auto` follows its lines between 100 and 480 px. */
  readonly height?: number | 'auto'
  /** Breaks long lines instead of scrolling to their end. */
  readonly wrap?: boolean
  readonly id?: string
  /** What is written here, for who cannot see the label. */
  readonly 'aria-label': string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: boolean | 'true' | 'false'
  readonly 'aria-required'?: boolean | 'true' | 'false'
}

/**
 * Code with line numbers and colours on a dark ground, in the window or full-screen (5-screens.md §13). Its part comes
 * when it is first drawn; until then, and where it cannot be had, the same text stands in a plain box and is edited
 * there.
 */
export function CodeEditor({
  ref,
  value,
  onChange,
  language = 'javascript',
  onLanguage,
  placeholder = `请在此输入${codeLanguages[language]}代码`,
  readOnly = false,
  disabled = false,
  height = 300,
  wrap = false,
  id,
  ...aria
}: CodeEditorProps) {
  const { componentDisabled } = ConfigProvider.useConfig()
  const isOff = disabled || componentDisabled === true
  const isOpen = !readOnly && !isOff
  const hintId = useId()
  const text = value ?? ''
  const plain = useRef<HTMLTextAreaElement>(null)
  const { frame, isFull, toggle } = useFullScreen()
  const { view, failed, retry } = useCodeView(plain, text, (next) => onChange?.(next))
  useImperativeHandle(ref, () => ({
    edit(change) {
      const box = plain.current
      if (!isOpen) return
      if (view) view.edit(change)
      else if (box) {
        const next = change({ text, from: box.selectionStart, to: box.selectionEnd })
        onChange?.(next.text)
        requestAnimationFrame(() => {
          box.focus()
          box.setSelectionRange(next.from, next.to)
        })
      }
    },
  }))
  const label = aria['aria-label']
  const asked = isOpen ? placeholder : '没有内容'
  const attributes = {
    ...(id ? { id } : {}),
    'aria-label': label,
    'aria-describedby': [aria['aria-describedby'], isOpen ? hintId : undefined].filter(Boolean).join(' '),
    ...(isOpen ? {} : { 'aria-readonly': true }),
    ...(isOff ? { 'aria-disabled': true } : {}),
    ...(isTrue(aria['aria-invalid']) ? { 'aria-invalid': true } : {}),
    ...(isTrue(aria['aria-required']) ? { 'aria-required': true } : {}),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // In a dialog it must not close what is being written in.
    if (event.key !== 'Escape' || !(isOpen || isFull)) return
    event.stopPropagation()
    if (isFull) toggle()
  }
  return (
    // The keys come from the text inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={frame}
      className={['code-editor', isFull ? 'code-editor-full' : '', isOff ? 'code-editor-off' : ''].join(' ')}
      onKeyDown={onKeyDown}
    >
      <div className="code-editor-bar">
        {onLanguage ? (
          <select
            aria-label={`${label}的语言`}
            value={language}
            disabled={isOff}
            onChange={({ target }) => {
              if (isCodeLanguage(target.value)) onLanguage(target.value)
            }}
          >
            {languageChoices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.title}
              </option>
            ))}
          </select>
        ) : (
          <span>{codeLanguages[language]}</span>
        )}
        {isOpen ? (
          <span className="code-editor-hint" id={hintId}>
            按 Esc 后再按 Tab 离开
          </span>
        ) : (
          <span className="code-editor-shut">只读</span>
        )}
        <button
          type="button"
          title={isFull ? '退出全屏' : '全屏'}
          aria-label={`${isFull ? '退出全屏' : '全屏'}：${label}`}
          onClick={toggle}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path
              d={isFull ? 'M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5' : 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5'}
            />
          </svg>
        </button>
      </div>
      <div
        className={height === 'auto' ? 'code-editor-text code-editor-auto' : 'code-editor-text'}
        style={height === 'auto' ? {} : { height }}
      >
        {view ? (
          <Shown {...{ view, text, language, isOpen, wrap, placeholder: asked, attributes }} />
        ) : (
          <textarea
            {...attributes}
            ref={plain}
            className="code-editor-plain"
            readOnly={!isOpen}
            spellCheck={false}
            wrap={wrap ? 'soft' : 'off'}
            rows={height === 'auto' ? 4 : undefined}
            placeholder={asked}
            value={text}
            onChange={({ target }) => onChange?.(target.value)}
          />
        )}
      </div>
      {failed && (
        <p className="code-editor-note" role="status">
          代码编辑器没有加载成功，文字可以照常{isOpen ? '编辑' : '查看'}。
          <button type="button" onClick={retry}>
            重新加载
          </button>
        </p>
      )}
    </div>
  )
}

const isTrue = (said: boolean | 'true' | 'false' | undefined) => said === true || said === 'true'

interface ShownProps {
  readonly view: CodeView
  readonly text: string
  readonly language: CodeLanguage
  readonly isOpen: boolean
  readonly wrap: boolean
  readonly placeholder: string
  readonly attributes: Readonly<Record<string, string | boolean>>
}

/** The text with its colours. Its elements go when the tab is hidden; the text under edit stays in `view`. */
function Shown({ view, text, language, isOpen, wrap, placeholder, attributes }: ShownProps) {
  const host = useRef<HTMLDivElement>(null)
  const [uncoloured, setUncoloured] = useState<CodeLanguage | null>(null)
  const names = JSON.stringify(attributes)
  useLayoutEffect(() => {
    if (host.current) view.attach(host.current)
    return () => view.detach()
  }, [view])
  useLayoutEffect(() => view.setText(text), [view, text])
  useLayoutEffect(
    () => view.set({ isOpen, wrap, placeholder, attributes: JSON.parse(names) }),
    [view, isOpen, wrap, placeholder, names],
  )
  useEffect(() => {
    view.setLanguage(language).then(
      () => setUncoloured(null),
      () => setUncoloured(language),
    )
  }, [view, language])
  return (
    <>
      <div className="code-editor-host" ref={host} />
      {uncoloured === language && (
        <p className="code-editor-note" role="status">
          {codeLanguages[language]} 的着色没有加载成功，文字可以照常使用。
        </p>
      )}
    </>
  )
}
