import {
  ClusterOutlined,
  DesktopOutlined,
  DownOutlined,
  DownloadOutlined,
  LogoutOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  SafetyOutlined,
  SettingOutlined,
  StopOutlined,
  SyncOutlined,
  ToolOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { Avatar, Dropdown, Layout } from 'antd'
import { Suspense, memo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import {
  centerPath,
  exportsPath,
  settingsPath,
  workplacePath,
} from '@suoan/console-admin/account/settings-path.ts'
import { fileUrl } from '@suoan/console-base/request/api-base.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { Bell } from './bell/Bell.tsx'
import { clearCache } from '@suoan/console-base/resource/clear-cache.ts'
import type { MenuEntry } from '@suoan/console-base/session/menu-pages.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { confirmLogout } from '@suoan/console-base/log-out.ts'
import { MenuSearch } from './MenuSearch.tsx'
import { shortName, systemName } from './system-name.ts'

const ChangePassword = lazyPart('ChangePassword', () =>
  import('@suoan/console-base/session/ChangePassword.tsx').then((m) => m.ChangePassword),
)
const StopHere = lazyPart('StopHere', () =>
  import('@suoan/console-safety/stop-orders/StopHereDialog.tsx').then((m) => m.StopHereDialog),
)
const SwitchDepart = lazyPart('SwitchDepart', () => import('./SwitchDepart.tsx').then((m) => m.SwitchDepart))

interface Props {
  readonly collapsed: boolean
  readonly isMobile: boolean
  readonly entries: readonly MenuEntry[]
  /** The menu of the top layout; without it the menu stands at the side and can be folded. */
  readonly topMenu?: ReactNode
  onToggle(): void
  onSettings(): void
}

/** Collapse icon, welcome, bell, user menu and the way out (5-screens.md §2.1, §2.7). */
export const Header = memo(function Header({
  collapsed,
  isMobile,
  entries,
  topMenu,
  onToggle,
  onSettings,
}: Props) {
  const user = useSession((session) => session.user)
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'password' | 'depart' | 'stop' | null>(null)
  const close = () => setDialog(null)
  const name = useRef<HTMLButtonElement>(null)
  // The pointer opens the menu by standing on the name, which must not take the focus from where somebody types.
  const [isByKeys, setIsByKeys] = useState(false)
  const realname = user?.realname ?? ''
  return (
    <Layout.Header className="head">
      {topMenu ?? (
        <>
          <button
            type="button"
            className="head-button"
            aria-label={collapsed ? '展开菜单' : '收起菜单'}
            onClick={onToggle}
          >
            {collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
          </button>
          <span className="head-welcome">{isMobile ? shortName : `欢迎进入 ${systemName}`}</span>
        </>
      )}
      <div className="head-right">
        <MenuSearch entries={entries} isMobile={isMobile} />
        <button
          type="button"
          className="head-button"
          aria-label="现场扫码停工"
          title="现场扫码停工"
          onClick={() => setDialog('stop')}
        >
          <StopOutlined />
        </button>
        <Bell />
        <Dropdown
          // The pointer opens it by standing on it; keys and fingers by pressing.
          trigger={['hover', 'click']}
          autoFocus={isByKeys}
          menu={{
            // The dialog that an entry opens gives the focus back to where it was.
            onClick: () => name.current?.focus(),
            items: [
              {
                key: 'center',
                icon: <UserOutlined />,
                label: '个人中心',
                onClick: () => void navigate(centerPath),
              },
              {
                key: 'workplace',
                icon: <DesktopOutlined />,
                label: '工作台',
                onClick: () => void navigate(workplacePath),
              },
              {
                key: 'account',
                icon: <SettingOutlined />,
                label: '个人设置',
                onClick: () => void navigate(settingsPath),
              },
              {
                key: 'exports',
                icon: <DownloadOutlined />,
                label: '我的导出',
                onClick: () => void navigate(exportsPath),
              },
              { key: 'settings', icon: <ToolOutlined />, label: '系统设置', onClick: onSettings },
              {
                key: 'password',
                icon: <SafetyOutlined />,
                label: '修改密码',
                onClick: () =>
                  user ? setDialog('password') : void feedback().message.warning('当前系统无登录用户!'),
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
          <button
            type="button"
            ref={name}
            className="head-button"
            onPointerEnter={() => setIsByKeys(false)}
            onKeyDown={(event) => {
              setIsByKeys(true)
              if (event.key === 'ArrowDown') event.currentTarget.click()
            }}
            aria-label={`${realname.slice(0, 1)} 欢迎您，${realname}，用户菜单`}
          >
            <Avatar
              size={26}
              className="head-avatar"
              {...(user?.avatar ? { src: fileUrl(user.avatar) } : {})}
            >
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
      </div>
      <Suspense fallback={null}>
        {dialog === 'password' && <ChangePassword onClose={close} />}
        {dialog === 'stop' && <StopHere onClose={close} />}
        {dialog === 'depart' && <SwitchDepart onClose={close} />}
      </Suspense>
    </Layout.Header>
  )
})
