import { LabelledItem } from '@suoan/ui/labelled-item'
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
        {children}
      </LabelledItem>
      <output aria-label={`${label}的当前值`}>{shown(JSON.stringify(value, null, 2))}</output>
    </div>
  )
}

/** A megabyte in one line takes a browser seconds to lay out. */
const most = 4_000

/** Nothing is written for a block that holds nothing. */
const shown = (text: string | undefined): string | undefined =>
  text !== undefined && text.length > most ? `${text.slice(0, most)}…（共 ${text.length} 个字符）` : text
