import { Tooltip } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'

/** How long a mouse rests before the tooltip is made, ms: that of antd's own. */
const restMs = 100

/**
 * A tooltip made when the pointer first rests on its text: a page of a list has hundreds of them, and hardly one is read.
 * While it is made the text is drawn anew, so a mouse that comes and presses at once must not find it so: its press would
 * be lost between the two.
 */
export function LateTooltip({
  title,
  children,
}: {
  readonly title: ReactNode
  readonly children: ReactNode
}) {
  const [isAsked, setAsked] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return isAsked ? (
    <Tooltip title={title} defaultOpen>
      <span>{children}</span>
    </Tooltip>
  ) : (
    <span
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse') timer.current = setTimeout(setAsked, restMs, true)
        else setAsked(true)
      }}
      onPointerLeave={cancel}
      onPointerDown={cancel}
    >
      {children}
    </span>
  )
}
