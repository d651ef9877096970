import { Menu } from 'antd'
import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import { useIsMobile } from '../../shell/use-width.ts'
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
  { key: 'notification', label: '新消息通知', Part: NoticeSetting },
]

/** 个人设置: one route with an inner menu (5-screens.md §10.2, §17). */
export default function SettingsPage() {
  const [params, setParams] = useSearchParams()
  const isMobile = useIsMobile()
  // Whoever comes back from another server comes to the bindings.
  const asked = params.get('bindTicket') || params.get('thirdError') ? 'binding' : params.get('part')
  const shown = parts.find(({ key }) => key === asked) ?? parts[0]
  if (!shown) return null
  const { Part } = shown
  return (
    <div className="card account-settings">
      <Menu
        mode={isMobile ? 'horizontal' : 'inline'}
        selectedKeys={[shown.key]}
        items={parts.map(({ key, label }) => ({ key, label }))}
        onClick={({ key }) => setParams({ part: key }, { replace: true })}
      />
      <section className="account-part" aria-label={shown.label}>
        <h3>{shown.label}</h3>
        <Part />
      </section>
    </div>
  )
}
