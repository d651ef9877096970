import { BellOutlined } from '@ant-design/icons'
import { Badge, Button, Popover, Spin, Tabs } from 'antd'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyPart } from '../../chunk/lazy-part.tsx'
import { Mark } from '../../marks/Mark.tsx'
import { runAction } from '../../resource/run-action.ts'
import './bell.css'
import {
  bellTabs,
  firstTab,
  isBellHidden,
  priorityLook,
  totalOf,
  type BellItem,
  type BellTab,
} from './bell-model.ts'
import { markRead, useBell, useRoleNumber } from './use-bell.ts'

const MessageDialog = lazyPart('MessageDialog', () =>
  import('./MessageDialog.tsx').then((m) => m.MessageDialog),
)

/** The notice bell: three tabs, unread counts, a sound for what is new (5-screens.md §2.10). */
export function Bell() {
  const role = useRoleNumber()
  // Nothing is asked for somebody whose bell may be hidden.
  if (role.isPending || isBellHidden(role.data)) return null
  return <VisibleBell />
}

function VisibleBell() {
  const query = useBell()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const [tab, setTab] = useState<BellTab['key']>('1')
  const [shown, setShown] = useState<BellItem['notice'] | null>(null)
  const tabs = bellTabs(query.data)
  const total = tabs.reduce((sum, tab) => sum + tab.total, 0)
  const go = (path: string) => {
    setOpen(false)
    void navigate(path)
  }
  const pick = (item: BellItem) =>
    void runAction(async () => {
      setOpen(false)
      setShown(item.notice)
      await markRead(item.id)
    })
  return (
    <>
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
          <Spin spinning={query.isFetching && !query.data}>
            {query.isError && <p role="alert">消息读取失败，点击铃铛重试。</p>}
            <Tabs
              centered
              size="small"
              activeKey={tab}
              onChange={(key) => setTab(tabs.find((each) => each.key === key)?.key ?? '1')}
              items={tabs.map((tab) => ({
                key: tab.key,
                label: `${tab.title}(${tab.total})`,
                children: <TabList tab={tab} onPick={pick} onMore={() => go(tab.more)} />,
              }))}
            />
          </Spin>
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
      <Suspense fallback={null}>
        {shown && <MessageDialog notice={shown} onClose={() => setShown(null)} onGo={go} />}
      </Suspense>
    </>
  )
}

function TabList({ tab, onPick, onMore }: { tab: BellTab; onPick(item: BellItem): void; onMore(): void }) {
  return (
    <div className="bell-list">
      {tab.items.length === 0 && <p className="bell-empty">{tab.empty}</p>}
      <ul>
        {tab.items.map((item) => (
          <li key={item.id}>
            <button type="button" className="bell-item" onClick={() => onPick(item)}>
              <span className="bell-text">
                <span className="bell-title">{item.titile}</span>
                <span className="bell-time">{item.createTime} 发布</span>
              </span>
              <Mark
                look={{ ...priorityLook(item.priority), icon: item.priority === 'H' ? 'alert' : 'send' }}
              />
            </button>
          </li>
        ))}
      </ul>
      <Button type="dashed" block onClick={onMore}>
        查看更多
      </Button>
    </div>
  )
}
