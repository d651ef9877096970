import { useLayoutEffect, useRef } from 'react'
import { usePart } from '../lazy-part/index.ts'
import '../markdown-editor/markdown-editor.css'
import type { MarkdownView } from '../markdown-editor/markdown-view.ts'
import { hasMarks } from './marks.ts'
import './markdown-text.css'

interface Props {
  /** Markdown, or plain lines. */
  readonly text: string
  /** What the text is, for who hears the page. */
  readonly label: string
}

/**
 * A Markdown text to be read. Lines without any marks stand as they are; for others the part that shows them comes when they
 * are drawn, and until then, and where it cannot be had, the text is read as it was written.
 */
export const MarkdownText = (props: Props) =>
  hasMarks(props.text) ? <Marked {...props} /> : <p className="markdown-plain">{props.text}</p>

function Marked({ text, label }: Props) {
  const { loaded } = usePart(
    () => import('../markdown-editor/markdown-view.ts'),
    (part) => new part.MarkdownView(text, () => {}),
  )
  return loaded ? <Shown view={loaded} text={text} label={label} /> : <p className="markdown-plain">{text}</p>
}

function Shown({ view, text, label }: Props & { readonly view: MarkdownView }) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (host.current) view.attach(host.current)
    return () => view.detach()
  }, [view])
  useLayoutEffect(() => view.setText(text), [view, text])
  useLayoutEffect(
    () => view.set(false, { class: 'markdown-words', role: 'document', 'aria-label': label }),
    [view, label],
  )
  return <div className="markdown-read" ref={host} />
}
