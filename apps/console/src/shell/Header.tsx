import {
  ClusterOutlined,
  DownOutlined,
  LogoutOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  SafetyOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import { Avatar, Dropdown, Layout } from 'antd'
import { Suspense, lazy, useState } from 'react'
import { fileUrl } from '../request/api-base.ts'
import { useSession } from '../session/session-store.ts'
import { clearCache } from './clear-cache.ts'
import { confirmLogout } from './log-out.ts'
import { systemName } from './system-name.ts'

const ChangePassword = lazy(() => import('./ChangePassword.tsx').then((m) => ({ default: m.ChangePassword })))
const SwitchDepart = lazy(() => import('./SwitchDepart.tsx').then((m) => ({ default: m.SwitchDepart })))

interface Props {
  readonly collapsed: boolean
  readonly isMobile: boolean
  onToggle(): void
}

/** Collapse icon, welcome, user menu and the way out (5-screens.md §2.1, §2.7). */
export function Header({ collapsed, isMobile, onToggle }: Props) {
  const user = useSession((session) => session.user)
  const [dialog, setDialog] = useState<'password' | 'depart' | null>(null)
  const close = () => setDialog(null)
  const realname = user?.realname ?? ''
  return (
    <Layout.Header className="head">
      <button
        type="button"
        className="head-button"
        aria-label={collapsed ? '展开菜单' : '收起菜单'}
        onClick={onToggle}
      >
        {collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      </button>
      <span className="head-welcome">{isMobile ? systemName : `欢迎进入 ${systemName}系统`}</span>
      <Dropdown
        menu={{
          items: [
            {
              key: 'password',
              icon: <SafetyOutlined />,
              label: '修改密码',
              onClick: () => setDialog('password'),
            },
            {
              key: 'depart',
              icon: <ClusterOutlined />,
              label: '切换部门',
              onClick: () => setDialog('depart'),
            },
            { key: 'cache', icon: <SyncOutlined />, label: '清理缓存', onClick: () => void clearCache() },
          ],
        }}
      >
        <button type="button" className="head-button" aria-label={`用户菜单，当前用户 ${realname}`}>
          <Avatar size={26} className="head-avatar" {...(user?.avatar ? { src: fileUrl(user.avatar) } : {})}>
            {realname.slice(0, 1)}
          </Avatar>
          {!isMobile && <span className="head-name">欢迎您，{realname}</span>}
          {!isMobile && <DownOutlined className="head-caret" />}
        </button>
      </Dropdown>
      <button type="button" className="head-button" aria-label="退出登录" onClick={confirmLogout}>
        <LogoutOutlined />
        {!isMobile && <span>退出登录</span>}
      </button>
      <Suspense fallback={null}>
        {dialog === 'password' && <ChangePassword onClose={close} />}
        {dialog === 'depart' && <SwitchDepart onClose={close} />}
      </Suspense>
    </Layout.Header>
  )
}
