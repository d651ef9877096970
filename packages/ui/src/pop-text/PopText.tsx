import { FullscreenOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import type { InputRef } from 'antd'
import { useRef, useState } from 'react'
import { AppPopover } from '../popover/index.ts'

export interface PopTextProps {
  readonly value?: string | null
  readonly onChange?: (value: string) => void
  /** What the popover is called; it names the large field too. */
  readonly title?: string
  /** Size of the large field, px. */
  readonly width?: number
  readonly height?: number
  readonly maxLength?: number
  readonly disabled?: boolean
  readonly placeholder?: string
  readonly id?: string
  readonly 'aria-label'?: string
}

/** A line of text that opens into a large field, where lines are broken (2-data-entry.md §9: 150 × 200). */
export function PopText({
  value,
  onChange,
  title = '编辑文本',
  width = 150,
  height = 200,
  disabled = false,
  maxLength,
  ...input
}: PopTextProps) {
  const [isOpen, setOpen] = useState(false)
  // Whoever leaves the large field stands in the line again.
  const line = useRef<InputRef>(null)
  const text = value ?? ''
  const bound = maxLength === undefined ? {} : { maxLength }
  return (
    <AppPopover
      title={title}
      isOpen={isOpen}
      onOpenChange={(open) => setOpen(open && !disabled)}
      opener={line}
      content={
        <Input.TextArea
          autoFocus
          {...bound}
          aria-label={title}
          style={{ width: `min(${width}px, 80vw)`, height, resize: 'both' }}
          value={text}
          onChange={({ target }) => onChange?.(target.value)}
        />
      }
    >
      <Input
        ref={line}
        {...input}
        {...bound}
        disabled={disabled}
        // Line breaks have no place in a line, and typing must not lose them: such a text is edited in the large field.
        readOnly={text.includes('\n')}
        value={text.replaceAll('\n', ' ⏎ ')}
        onChange={({ target }) => onChange?.(target.value)}
        onClick={(event) => event.stopPropagation()}
        suffix={
          <Button
            type="text"
            size="small"
            aria-label={`展开${title}`}
            disabled={disabled}
            icon={<FullscreenOutlined />}
            onClick={() => setOpen(!isOpen)}
          />
        }
      />
    </AppPopover>
  )
}
