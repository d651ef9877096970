import { Menu } from 'antd'
import { Activity, useContext } from 'react'
import type { ComponentType } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { isDirtyTab } from '@suoan/console-base/tabs/dirty-tabs.ts'
import { TabKey } from '@suoan/console-base/tabs/tab-key.ts'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import { AgentSetting } from './AgentSetting.tsx'
import { BaseSetting } from './BaseSetting.tsx'
import { BindingSetting } from './BindingSetting.tsx'
import { CustomSetting } from './CustomSetting.tsx'
import { NoticeSetting } from './NoticeSetting.tsx'
import { SecuritySetting } from './SecuritySetting.tsx'
import './account.css'

const parts: readonly { key: string; label: string; Part: ComponentType }[] = [
  { key: 'base', label: '基本设置', Part: BaseSetting },
  { key: 'security', label: '安全设置', Part: SecuritySetting },
  { key: 'custom', label: '个性化', Part: CustomSetting },
  { key: 'binding', label: '账户绑定', Part: BindingSetting },
  { key: 'agent', label: '我的代理', Part: AgentSetting },
  { key: 'notification', label: '新消息通知', Part: NoticeSetting },
]

/** 个人设置: one page with an inner menu; each part has an address too, `/account/settings/security` (5-screens.md §10.2, §17). */
export default function SettingsPage() {
  const [params, setParams] = useSearchParams()
  const isMobile = useIsMobile()
  const tab = useContext(TabKey)
  // Whoever comes back from another server comes to the bindings.
  const { pathname } = useLocation()
  const part = params.get('part') ?? pathname.slice(pathname.lastIndexOf('/') + 1)
  const asked = params.get('bindTicket') || params.get('thirdError') ? 'binding' : part
  const shown = parts.find(({ key }) => key === asked) ?? parts[0]
  if (!shown) return null
  // 基本设置 is the part with a form: with unsaved input it stays while another part is shown.
  const mounted = parts.filter((part) => part === shown || (part.key === 'base' && isDirtyTab(tab)))
  return (
    <div className="card account-settings">
      <Menu
        mode={isMobile ? 'horizontal' : 'inline'}
        selectedKeys={[shown.key]}
        items={parts.map(({ key, label }) => ({ key, label }))}
        onClick={({ key }) => setParams({ part: key }, { replace: true })}
      />
      {mounted.map(({ key, label, Part }) => (
        <Activity key={key} mode={key === shown.key ? 'visible' : 'hidden'}>
          <section className="account-part" aria-label={label}>
            <h3>{label}</h3>
            <Part />
          </section>
        </Activity>
      ))}
    </div>
  )
}
