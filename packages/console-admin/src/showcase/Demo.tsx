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
      <output aria-label={`${label}的当前值`}>{JSON.stringify(value, null, 2)}</output>
    </div>
  )
}
