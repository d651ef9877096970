import { BellOutlined } from '@ant-design/icons'
import { Badge, Popover, Spin } from 'antd'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyPart } from '../../chunk/lazy-part.tsx'
import { runAction } from '../../resource/run-action.ts'
import './bell.css'
import { bellTabs, firstTab, isBellHidden, totalOf, type BellItem, type BellTab } from './bell-model.ts'
import { useNews } from './news.tsx'
import { showNotice } from './shown-notice.ts'
import { markRead, useBell, useRoleNumber } from './use-bell.ts'

// The tabs and their marks weigh as much as the rest of the header; nobody needs them before he presses the bell.
const BellLists = lazyPart('BellLists', () => import('./BellLists.tsx').then((m) => m.BellLists))

/** The notice bell: three tabs, unread counts, a sound for what is new (5-screens.md §2.10). */
export function Bell() {
  const role = useRoleNumber()
  // Nothing is asked for somebody whose bell may be hidden.
  if (role.isPending || isBellHidden(role.data)) return null
  return <VisibleBell />
}

function VisibleBell() {
  const query = useBell()
  useNews()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const [tab, setTab] = useState<BellTab['key']>('1')
  const tabs = bellTabs(query.data)
  const total = tabs.reduce((sum, tab) => sum + tab.total, 0)
  const go = (path: string) => {
    setOpen(false)
    void navigate(path)
  }
  const pick = (item: BellItem) =>
    void runAction(async () => {
      setOpen(false)
      showNotice(item.notice)
      await markRead(item.id)
    })
  return (
    <Popover
      trigger="click"
      placement="bottom"
      arrow={{ pointAtCenter: true }}
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        // A look of the person starts the polling again after a failure.
        if (next) {
          setTab(firstTab(tabs))
          void query.refetch()
        }
      }}
      classNames={{ root: 'bell-popover' }}
      content={
        <Suspense fallback={<Spin />}>
          <BellLists query={query} tabs={tabs} active={tab} onTab={setTab} onPick={pick} onMore={go} />
        </Suspense>
      }
    >
      <button
        type="button"
        className="head-button"
        aria-label={`消息，${total} 条未读，其中未关锁警告 ${totalOf(tabs, '3')} 条`}
      >
        <Badge count={total} size="small" overflowCount={99}>
          <BellOutlined className="bell-icon" />
        </Badge>
      </button>
    </Popover>
  )
}
