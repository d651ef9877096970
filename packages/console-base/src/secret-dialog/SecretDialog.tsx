import { AppModal } from '@suoan/ui/modal'
import { Alert, Button, Checkbox } from 'antd'
import { useState, type ReactNode } from 'react'
import './secret-dialog.css'

interface Props {
  readonly title: string
  readonly width: number
  /** That it is shown only this once, and what to do with it. */
  readonly warning: string
  readonly advice: string
  /** What the reader confirms before it can be closed; null when there is no secret among what is shown. */
  readonly keptLabel: string | null
  /** Stands beside the confirmation: a way to copy everything. */
  readonly copyAll?: ReactNode
  readonly children: ReactNode
  onClose(): void
}

/**
 * Shows what can be seen only once (a password, device keys). It closes by its own button alone, after the reader has confirmed
 * that he keeps it: a press beside the dialog or Escape would lose the secret.
 */
export function SecretDialog({
  title,
  width,
  warning,
  advice,
  keptLabel,
  copyAll,
  children,
  onClose,
}: Props) {
  const [isKept, setKept] = useState(false)
  return (
    <AppModal
      open
      width={width}
      title={title}
      footer={
        <Button type="primary" disabled={keptLabel !== null && !isKept} onClick={onClose}>
          关闭
        </Button>
      }
      closable={false}
      maskClosable={false}
      keyboard={false}
    >
      <Alert type="warning" showIcon className="gap-bottom" title={warning} description={advice} />
      {children}
      {keptLabel !== null && (
        <div className="secret-kept">
          {copyAll}
          <Checkbox checked={isKept} onChange={(event) => setKept(event.target.checked)}>
            {keptLabel}
          </Checkbox>
        </div>
      )}
    </AppModal>
  )
}
