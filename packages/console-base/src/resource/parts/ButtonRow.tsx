import { EllipsisOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { useIsNarrow } from '../../use-width.ts'
import './button-row.css'

/**
 * The buttons above a list. On a phone up to three stand there; of more, the first two, and 更多 shows the others below them. All
 * are 44 px high, and none is cut by the edge of the window (docs/design-language.md). Which stand there is decided where they are
 * drawn, as a button draws nothing for whoever may not press it; one that must stay has the class `button-row-stays`.
 */
export function ButtonRow({ children }: { readonly children: ReactNode }) {
  const isNarrow = useIsNarrow()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div id={id} className={`toolbar button-row ${isOpen ? 'is-open' : ''}`}>
      {children}
      {isNarrow && (
        <Button
          className="button-row-more"
          icon={isOpen ? <UpOutlined /> : <EllipsisOutlined />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? '收起' : '更多'}
        </Button>
      )}
    </div>
  )
}
