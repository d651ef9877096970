import { AppModal } from '@suoan/ui/modal'
import { Alert, Form } from 'antd'
import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly okText: string
  /** What the move does, said before it is made. */
  readonly say?: ReactNode
  readonly detail?: string
  /** `warning` where somebody could be hurt by it, `error` where somebody is in danger now. */
  readonly tone?: 'info' | 'warning' | 'error'
  readonly isDangerous?: boolean
  /** While it is not complete the move cannot be sent at all. */
  readonly canSend?: boolean
  readonly width?: number
  readonly isRunning: boolean
  /** What is still missing; said beside the buttons. */
  readonly problem?: string
  onOk(): Promise<void> | void
  onClose(): void
  readonly children: ReactNode
}

/** The dialog of a move of a ticket; its buttons are large enough for gloves. */
export function MoveDialog({
  title,
  okText,
  say,
  detail,
  tone = 'info',
  isDangerous = false,
  canSend = true,
  width = 560,
  isRunning,
  problem = '',
  onOk,
  onClose,
  children,
}: Props) {
  return (
    <AppModal
      open
      width={width}
      title={title}
      okText={okText}
      okButtonProps={{ size: 'large', danger: isDangerous, disabled: !canSend }}
      cancelButtonProps={{ size: 'large' }}
      confirmLoading={isRunning}
      okClose={false}
      onOk={() => void onOk()}
      onCancel={onClose}
      problem={problem}
    >
      {say && <Alert type={tone} showIcon className="gap-bottom" title={say} description={detail} />}
      <Form layout="vertical" component="div">
        {children}
      </Form>
    </AppModal>
  )
}
