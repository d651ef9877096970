import { Empty } from 'antd'
import type { ReactNode } from 'react'
import './states.css'

/** A hasp with its tag and nothing locked by it. */
const drawing = (
  <svg className="empty-drawing" viewBox="0 0 96 64" aria-hidden="true">
    <path d="M14 50h68" />
    <path d="M30 50V34a6 6 0 0 1 6-6h20a6 6 0 0 1 6 6v16" />
    <path d="M38 28V18a8 8 0 0 1 15-4" />
    <path d="m62 38 10 2 6 8" />
    <path className="empty-tag" d="m74 44 14-4 4 12-14 5-5-5z" />
  </svg>
)

/** Nothing to show: says so, and what can be done next. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Empty image={drawing} styles={{ image: { height: 56 } }} description={text}>
      {children}
    </Empty>
  )
}
