import { CloseOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import './popover.css'

export interface AppPopoverProps {
  readonly title: string
  readonly isOpen: boolean
  /** It was opened or closed: by a press on what it belongs to or beside it, by its cross, by Esc. */
  onOpenChange(isOpen: boolean): void
  /** What takes the focus back when it is closed by its cross or by Esc. */
  readonly opener: RefObject<{ focus(): void } | null>
  /** What stands in it; drawn while it is open. */
  readonly content: ReactNode
  /** What it belongs to: pressed, it opens. */
  readonly children: ReactNode
}

/**
 * A small window beside what it belongs to, with a title and a cross (5-screens.md §13.14). Esc closes it and not the
 * dialog around it; it is never wider than the window.
 */
export function AppPopover({ title, isOpen, onOpenChange, opener, content, children }: AppPopoverProps) {
  const close = () => {
    onOpenChange(false)
    opener.current?.focus()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.stopPropagation()
    close()
  }
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      open={isOpen}
      onOpenChange={onOpenChange}
      title={
        <span className="app-popover-title" role="presentation" onKeyDown={keys}>
          {title}
          <Button
            type="text"
            size="small"
            aria-label={`关闭${title}`}
            icon={<CloseOutlined />}
            onClick={close}
          />
        </span>
      }
      content={
        isOpen && (
          <div className="app-popover-content" role="presentation" onKeyDown={keys}>
            {content}
          </div>
        )
      }
    >
      {children}
    </Popover>
  )
}
