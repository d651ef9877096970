import { AppModal } from '@suoan/ui/modal'
import { Button, Checkbox } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { menuEntries } from '@suoan/console-base/session/menu-pages.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import './home.css'
import { chosenLinks, keepLinks, readLinks } from './quick-links.ts'

/** 快速开始 / 便捷导航: the pages one goes to most, chosen by oneself (5-screens.md §9.3, §9.6). */
export function QuickLinks({ most }: { most: number }) {
  const navigate = useNavigate()
  const username = useSession((session) => session.user?.username ?? '')
  const menu = useSession((session) => session.permissions?.menu)
  const [kept, setKept] = useState(() => readLinks(username))
  const [choosing, setChoosing] = useState<readonly string[] | null>(null)
  const pages = useMemo(
    () =>
      menuEntries(menu ?? [])
        .flatMap((entry) => (entry.children.length > 0 ? entry.children : [entry]))
        .filter(
          (entry) => !entry.key.startsWith('/dashboard/') && entry.children.length === 0 && !entry.external,
        ),
    [menu],
  )
  const links = chosenLinks(pages, kept, most)
  return (
    <section className="card home-group" aria-label="快速开始">
      <h3>快速开始 / 便捷导航</h3>
      {links.length === 0 ? (
        <EmptyState
          text={
            pages.length === 0 ? '还没有可用的功能，请联系管理员分配角色' : '还没有选择常用功能，请点击“添加”'
          }
        />
      ) : (
        <div className="home-links">
          {links.map((entry) => (
            <button key={entry.key} type="button" onClick={() => void navigate(entry.key)}>
              {entry.title}
            </button>
          ))}
        </div>
      )}
      {pages.length > 0 && (
        <Button
          className="home-add"
          size="small"
          color="primary"
          variant="outlined"
          onClick={() => setChoosing(links.map(({ key }) => key))}
        >
          添加
        </Button>
      )}
      {choosing && (
        <AppModal
          open
          title="选择常用功能"
          width={640}
          onCancel={() => setChoosing(null)}
          okClose={false}
          onOk={() => {
            keepLinks(username, choosing)
            setKept(choosing)
            setChoosing(null)
          }}
        >
          <p>
            最多 {most} 项，已选 {choosing.length} 项。选择保存在这台设备的浏览器里。
          </p>
          <Checkbox.Group
            className="home-choices"
            value={[...choosing]}
            onChange={(keys) => setChoosing(keys.map(String))}
            options={pages.map(({ key, title }) => ({
              value: key,
              label: title,
              disabled: choosing.length >= most && !choosing.includes(key),
            }))}
          />
        </AppModal>
      )}
    </section>
  )
}
