import { ExclamationCircleFilled, InfoCircleFilled, WarningFilled } from '@ant-design/icons'
import type { ReactNode } from 'react'

const icons = {
  info: <InfoCircleFilled style={{ color: 'var(--primary-strong)' }} />,
  warning: <WarningFilled style={{ color: 'var(--warn)' }} />,
  error: <ExclamationCircleFilled style={{ color: 'var(--danger)' }} />,
}

interface Props {
  readonly kind: keyof typeof icons
  readonly title: string
  readonly text: ReactNode
  /** What can be done now. */
  readonly children?: ReactNode
}

/** A centred message in place of a page or a part of it. */
export function Notice({ kind, title, text, children }: Props) {
  return (
    <div className="notice" role={kind === 'info' ? 'status' : 'alert'}>
      <div className="notice-icon">{icons[kind]}</div>
      <h3>{title}</h3>
      <p>{text}</p>
      {children && <div className="notice-actions">{children}</div>}
    </div>
  )
}
