import { Button, Drawer, Space } from 'antd'
import type { DrawerProps } from 'antd'
import './modal.css'
import { useBusyQuestion } from './use-busy-question.tsx'
import { useFocusBack } from './use-focus-back.ts'

export interface AppDrawerProps extends DrawerProps {
  /** With it the drawer has a footer 关闭 and 确定. */
  readonly onOk?: () => void
  /** 确定 also closes it, as 关闭 does, unless this is off (2-data-entry.md §2). */
  readonly okClose?: boolean
  /** 确定 turns while something runs; whoever closes the drawer meanwhile is asked. */
  readonly confirmLoading?: boolean
}

/** A drawer that is there while it is open, never wider than the window; whoever leaves it stands where he was. */
export function AppDrawer({
  onOk,
  okClose = true,
  confirmLoading = false,
  rootClassName = '',
  ...props
}: AppDrawerProps) {
  useFocusBack()
  const { close, question } = useBusyQuestion(confirmLoading, props.onClose)
  const footer = onOk && (
    <Space className="app-drawer-buttons">
      <Button onClick={close}>关闭</Button>
      <Button
        type="primary"
        loading={confirmLoading}
        onClick={(event) => {
          onOk()
          if (okClose) props.onClose?.(event)
        }}
      >
        确定
      </Button>
    </Space>
  )
  return (
    <>
      <Drawer
        {...(footer ? { footer } : {})}
        {...props}
        rootClassName={`app-drawer ${rootClassName}`}
        onClose={close}
        open
      />
      {question}
    </>
  )
}
