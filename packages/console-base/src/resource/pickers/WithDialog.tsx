import { Button, Space } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import './pickers.css'

interface Props {
  /** What is picked, for those who hear the page: 选择{label}. */
  readonly label: string
  readonly disabled: boolean
  /** The input that the dialog stands beside. */
  readonly children: ReactNode
  dialog(close: () => void): ReactNode
}

/** An input for those who know the name, with a button that opens the picker for those who look around. */
export function WithDialog({ label, disabled, children, dialog }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Space.Compact block className="with-dialog">
        {children}
        {!disabled && (
          <Button aria-label={`选择${label}`} onClick={() => setOpen(true)}>
            选择
          </Button>
        )}
      </Space.Compact>
      {open && dialog(() => setOpen(false))}
    </>
  )
}
