import { LabelledItem } from '@suoan/ui/labelled-item'
import { Button } from 'antd'
import type { ComponentProps } from 'react'

interface DemoProps extends Pick<ComponentProps<typeof LabelledItem>, 'label' | 'children'> {
  /** What the block holds now. */
  readonly value: unknown
}

/** A block at the left, what it holds now at the right. */
export function Demo({ label, value, children }: DemoProps) {
  return (
    <div className="showcase-demo">
      <LabelledItem label={label} layout="vertical">
        {/* A button is named by what stands on it; the label names what it stands in. */}
        {children.type === Button || children.type === 'button' ? (
          <div role="group">{children}</div>
        ) : (
          children
        )}
      </LabelledItem>
      <output aria-label={`${label}的当前值`}>{textOf(value)}</output>
    </div>
  )
}

/** A megabyte in one line takes a browser seconds to lay out. */
const most = 4_000

/** What fits a line stands in one; nothing is written for a block that holds nothing. */
function textOf(value: unknown): string {
  const line = JSON.stringify(value) ?? ''
  if (line.length <= 60) return line
  const text = JSON.stringify(value, null, 2)
  return text.length > most ? `${text.slice(0, most)}…（共 ${text.length} 个字符）` : text
}
