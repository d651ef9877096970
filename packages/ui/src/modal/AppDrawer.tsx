import { Button, Drawer, Space } from 'antd'
import type { DrawerProps } from 'antd'
import './modal.css'
import { useFocusBack } from './use-focus-back.ts'

export interface AppDrawerProps extends DrawerProps {
  /** With it the drawer has a footer 关闭 and 确定. */
  readonly onOk?: () => void
  readonly confirmLoading?: boolean
}

/** A drawer that is there while it is open, never wider than the window; whoever leaves it stands where he was. */
export function AppDrawer({ onOk, confirmLoading = false, rootClassName = '', ...props }: AppDrawerProps) {
  useFocusBack()
  const footer = onOk && (
    <Space className="app-drawer-buttons">
      <Button onClick={(event) => props.onClose?.(event)}>关闭</Button>
      <Button type="primary" loading={confirmLoading} onClick={onOk}>
        确定
      </Button>
    </Space>
  )
  return (
    <Drawer {...(footer ? { footer } : {})} {...props} rootClassName={`app-drawer ${rootClassName}`} open />
  )
}
