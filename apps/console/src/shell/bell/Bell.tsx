import { BellOutlined } from '@ant-design/icons'
import { Badge, Popover, Spin } from 'antd'
import { Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { runAction } from '@suoan/console-base/resource/run-action.ts'
import '@suoan/console-base/notices/bell.css'
import {
  bellTabs,
  firstTab,
  isBellHidden,
  totalOf,
  type BellItem,
  type BellTab,
} from '@suoan/console-base/notices/bell-model.ts'
import { useNews } from './news.tsx'
import { showNotice } from '@suoan/console-base/notices/shown-notice.ts'
import { markRead, useBell, useRoleNumber } from '@suoan/console-base/notices/use-bell.ts'

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
  const bell = useRef<HTMLButtonElement>(null)
  const lists = useRef<HTMLDivElement>(null)
  const isByKeys = useRef(false)
  // The popover hangs at the end of the page: whoever came by the keyboard would not find it.
  const takeFocus = () => {
    if (isByKeys.current) lists.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
  }
  const tabs = bellTabs(query.data)
  const total = tabs.reduce((sum, tab) => sum + tab.total, 0)
  const go = (path: string) => {
    setOpen(false)
    void navigate(path)
  }
  const pick = (item: BellItem) =>
    void runAction(async () => {
      setOpen(false)
      // The dialog gives the focus back to where it was.
      bell.current?.focus()
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
      afterOpenChange={(isOpen) => isOpen && takeFocus()}
      classNames={{ root: 'bell-popover' }}
      content={
        <div
          ref={lists}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            setOpen(false)
            bell.current?.focus()
          }}
        >
          <Suspense fallback={<Spin />}>
            <BellLists
              query={query}
              tabs={tabs}
              active={tab}
              onReady={takeFocus}
              onTab={setTab}
              onPick={pick}
              onMore={go}
            />
          </Suspense>
        </div>
      }
    >
      <button
        type="button"
        ref={bell}
        className="head-button"
        // A press of a key has no pointer that was put down.
        onClick={({ detail }) => (isByKeys.current = detail === 0)}
        aria-label={`消息，${total} 条未读，其中未关锁警告 ${totalOf(tabs, '3')} 条`}
      >
        <Badge count={total} size="small" overflowCount={99}>
          <BellOutlined className="bell-icon" />
        </Badge>
      </button>
    </Popover>
  )
}
