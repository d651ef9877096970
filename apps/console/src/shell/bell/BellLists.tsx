import { Button, Spin, Tabs } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import { spokenTime } from '@suoan/console-base/status/spoken-time.ts'
import { priorityLook, type BellItem, type BellTab } from '@suoan/console-base/notices/bell-model.ts'

interface Props {
  readonly query: {
    readonly isFetching: boolean
    readonly isError: boolean
    readonly data: unknown
    readonly dataUpdatedAt: number
  }
  readonly tabs: readonly BellTab[]
  readonly active: BellTab['key']
  /** They are there: their code comes with the first press of the bell. */
  onReady(): void
  onTab(key: BellTab['key']): void
  onPick(item: BellItem): void
  /** 查看更多: to the page of that path. */
  onMore(path: string): void
}

/** What stands below the pressed bell: three tabs, the newest of each, the way to all of them (5-screens.md §2.10). */
export function BellLists({ query, tabs, active, onReady, onTab, onPick, onMore }: Props) {
  const ready = useEffectEvent(onReady)
  useEffect(() => ready(), [])
  return (
    <Spin spinning={query.isFetching && !query.data}>
      {query.isError && (
        <p role="alert">
          {query.data === undefined
            ? '消息读取失败，点击铃铛重试。'
            : `以下是${spokenTime(query.dataUpdatedAt)}的消息，更新失败，点击铃铛重试。`}
        </p>
      )}
      <Tabs
        centered
        size="small"
        activeKey={active}
        onChange={(key) => onTab(tabs.find((each) => each.key === key)?.key ?? '1')}
        items={tabs.map((tab) => ({
          key: tab.key,
          label: `${tab.title}(${tab.total})`,
          children: <TabList tab={tab} onPick={onPick} onMore={() => onMore(tab.more)} />,
        }))}
      />
    </Spin>
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
              <StatusBadge
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
