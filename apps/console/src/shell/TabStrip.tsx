import { ArrowLeftOutlined, ArrowRightOutlined, CloseOutlined, ReloadOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { homePath } from '../session/guard.ts'
import { forgetDirtyTab, isDirtyTab } from './dirty-tabs.ts'
import { feedback } from './feedback.ts'
import { useTabs } from './tab-store.ts'
import type { Tab } from './tabs.ts'

/** The open pages as tabs; right click offers refresh and closing in bulk (5-screens.md §2.5). */
export function TabStrip() {
  const tabs = useTabs()
  const navigate = useNavigate()
  const strip = useRef<HTMLDivElement>(null)

  // After a close the store says which page is next; the address follows.
  const followActive = () => {
    const { list, active } = useTabs.getState()
    const next = list.find((tab) => tab.key === active)
    if (next) void navigate(next.fullPath)
  }
  const closing = (gone: readonly Tab[], close: () => string | null | void) =>
    askUnsaved(gone, () => {
      const refused = close()
      if (refused) return void feedback().message.warning(refused)
      for (const tab of gone) forgetDirtyTab(tab.key)
      followActive()
    })

  useEffect(() => {
    strip.current
      ?.querySelector('[aria-selected=true]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tabs.active])

  const menuOf = (tab: Tab, index: number) => {
    const others = tabs.list.filter((each) => each.key !== homePath)
    return {
      items: [
        { key: 'refresh', icon: <ReloadOutlined />, label: '刷 新', onClick: () => tabs.refresh(tab.key) },
        {
          key: 'left',
          icon: <ArrowLeftOutlined />,
          label: '关闭左侧',
          onClick: () =>
            closing(
              others.filter((each) => tabs.list.indexOf(each) < index),
              () => tabs.closeLeft(tab.key),
            ),
        },
        {
          key: 'right',
          icon: <ArrowRightOutlined />,
          label: '关闭右侧',
          onClick: () =>
            closing(
              others.filter((each) => tabs.list.indexOf(each) > index),
              () => tabs.closeRight(tab.key),
            ),
        },
        {
          key: 'others',
          icon: <CloseOutlined />,
          label: '关闭其它',
          onClick: () =>
            closing(
              others.filter((each) => each.key !== tab.key),
              () => tabs.closeOthers(tab.key),
            ),
        },
      ],
    }
  }

  return (
    <div className="tabs" role="tablist" aria-label="已打开的页面" ref={strip}>
      {tabs.list.map((tab, index) => (
        <Dropdown key={tab.key} trigger={['contextMenu']} menu={menuOf(tab, index)}>
          <div className={tab.key === tabs.active ? 'tab tab-active' : 'tab'}>
            <button
              type="button"
              role="tab"
              className="tab-title"
              title={tab.title}
              aria-selected={tab.key === tabs.active}
              onClick={() => void navigate(tab.fullPath)}
            >
              {tab.title}
            </button>
            {tab.key !== homePath && (
              <button
                type="button"
                className="tab-close"
                aria-label={`关闭 ${tab.title}`}
                onClick={() => closing([tab], () => tabs.close(tab.key))}
              >
                <CloseOutlined />
              </button>
            )}
          </div>
        </Dropdown>
      ))}
    </div>
  )
}

/** Asks once when any of the pages to be closed has unsaved input. */
function askUnsaved(gone: readonly Tab[], proceed: () => void): void {
  const unsaved = gone.filter((tab) => isDirtyTab(tab.key))
  if (unsaved.length === 0) return proceed()
  feedback().modal.confirm({
    title: '内容尚未保存',
    content: `“${unsaved.map((tab) => tab.title).join('”、“')}”有未保存的内容，关闭后会丢失。`,
    okText: '仍然关闭',
    cancelText: '继续编辑',
    onOk: proceed,
  })
}
