import { Empty } from 'antd'
import type { ReactNode } from 'react'

/** Nothing to show: says so, and what can be done next. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text}>
      {children}
    </Empty>
  )
}
