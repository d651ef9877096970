import { Tooltip } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'

/**
 * A tooltip made when the pointer first comes to its text: a page of a list has hundreds of them, and hardly one is read.
 */
export function LateTooltip({
  title,
  children,
}: {
  readonly title: ReactNode
  readonly children: ReactNode
}) {
  const [isAsked, setAsked] = useState(false)
  return isAsked ? (
    <Tooltip title={title} defaultOpen>
      <span>{children}</span>
    </Tooltip>
  ) : (
    <span onPointerEnter={() => setAsked(true)}>{children}</span>
  )
}
