import { ArrowLeftOutlined, ArrowRightOutlined, CloseOutlined, ReloadOutlined } from '@ant-design/icons'
import { ContextMenu } from '@suoan/ui/context-menu'
import type { ContextMenuItem } from '@suoan/ui/context-menu'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { homePath } from '@suoan/console-base/session/guard.ts'
import { forgetDirtyTab, isDirtyTab } from '@suoan/console-base/tabs/dirty-tabs.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { activeAddress, useTabs } from '@suoan/console-base/tabs/tab-store.ts'
import type { Tab } from '@suoan/console-base/tabs/tabs.ts'

type MenuKey = 'refresh' | 'left' | 'right' | 'others'

const menu: readonly ContextMenuItem<MenuKey>[] = [
  { key: 'refresh', icon: <ReloadOutlined />, label: '刷 新' },
  { key: 'left', icon: <ArrowLeftOutlined />, label: '关闭左侧' },
  { key: 'right', icon: <ArrowRightOutlined />, label: '关闭右侧' },
  { key: 'others', icon: <CloseOutlined />, label: '关闭其它' },
]

/** The open pages as tabs; right click offers refresh and closing in bulk (5-screens.md §2.5). */
export function TabStrip() {
  const tabs = useTabs()
  const navigate = useNavigate()
  // The address leads: on a page without a tab (404) none is selected.
  const active = useLocation().pathname
  const strip = useRef<HTMLDivElement>(null)

  const closing = (gone: readonly Tab[], close: () => string | null | void) =>
    askUnsaved(gone, () => {
      const refused = close()
      if (refused) return void feedback().message.warning(refused)
      // The store says which page is next; the address follows.
      void navigate(activeAddress())
    })
  const closeOne = (tab: Tab) => closing([tab], () => tabs.close(tab.key))
  const refresh = (tab: Tab) =>
    askUnsaved([tab], () => {
      forgetDirtyTab(tab.key)
      tabs.refresh(tab.key)
    })

  // Whoever closes a tab by the keyboard stands on the next one.
  const isFocusLost = useRef(false)
  // A new tab comes after its address.
  const isThere = tabs.list.some((tab) => tab.key === active)
  // Only the strip moves: scrollIntoView would also move the page below it.
  useEffect(() => {
    const box = strip.current
    const chosen = box?.querySelector<HTMLElement>('[aria-selected=true]')
    const tab = chosen?.parentElement
    if (!box || !tab) return
    if (isFocusLost.current) chosen.focus({ preventScroll: true })
    isFocusLost.current = false
    // In the frame that lays the page out anyway: asked for at once, the whole new page is laid out twice.
    const frame = requestAnimationFrame(() => {
      const { left, right } = box.getBoundingClientRect()
      const shown = tab.getBoundingClientRect()
      if (shown.left < left) box.scrollLeft -= left - shown.left
      if (shown.right > right) box.scrollLeft += shown.right - right
    })
    return () => cancelAnimationFrame(frame)
  }, [active, isThere, tabs.list.length])

  useSidewaysWheel(strip)

  const choose = (tab: Tab, index: number, what: MenuKey) => {
    const others = tabs.list.filter((each) => each.key !== homePath)
    const at = (each: Tab) => tabs.list.indexOf(each)
    if (what === 'refresh') refresh(tab)
    if (what === 'left')
      closing(
        others.filter((each) => at(each) < index),
        () => tabs.closeLeft(tab.key),
      )
    if (what === 'right')
      closing(
        others.filter((each) => at(each) > index),
        () => tabs.closeRight(tab.key),
      )
    if (what === 'others')
      closing(
        others.filter((each) => each.key !== tab.key),
        () => tabs.closeOthers(tab.key),
      )
  }

  return (
    <div className="tabs" role="tablist" aria-label="已打开的页面" ref={strip}>
      {tabs.list.map((tab, index) => (
        <ContextMenu key={tab.key} items={menu} onChoose={(what) => choose(tab, index, what)}>
          <div className={tab.key === active ? 'tab tab-active' : 'tab'}>
            <button
              type="button"
              role="tab"
              className="tab-title"
              title={tab.title}
              aria-selected={tab.key === active}
              aria-keyshortcuts="Delete"
              onClick={() => void navigate(tab.fullPath)}
              // The middle button and the delete key close a tab, as in a browser.
              onAuxClick={(event) => event.button === 1 && closeOne(tab)}
              onKeyDown={(event) => {
                if (event.key !== 'Delete') return
                isFocusLost.current = true
                closeOne(tab)
              }}
            >
              {tab.title}
            </button>
            {tab.key !== homePath && (
              <button
                type="button"
                className="tab-close"
                // For the mouse: a list of tabs holds nothing but tabs (WAI-ARIA); the keyboard closes with Delete.
                aria-hidden
                tabIndex={-1}
                title={`关闭 ${tab.title}`}
                onClick={() => closeOne(tab)}
              >
                <CloseOutlined />
              </button>
            )}
          </div>
        </ContextMenu>
      ))}
    </div>
  )
}

/** The wheel of a mouse, which turns up and down, moves a strip that is wider than its window. */
function useSidewaysWheel(strip: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const box = strip.current
    if (!box) return
    const turn = (event: WheelEvent) => {
      if (event.deltaX !== 0 || box.scrollWidth <= box.clientWidth) return
      box.scrollLeft += event.deltaY
      event.preventDefault()
    }
    // Not as an attribute: the page below may not move as well.
    box.addEventListener('wheel', turn, { passive: false })
    return () => box.removeEventListener('wheel', turn)
  }, [strip])
}

/** Asks once when any of the pages to be closed has unsaved input. */
function askUnsaved(gone: readonly Tab[], proceed: () => void): void {
  const unsaved = gone.filter((tab) => isDirtyTab(tab.key))
  if (unsaved.length === 0) return proceed()
  feedback().modal.confirm({
    title: '内容尚未保存',
    content: `“${unsaved.map((tab) => tab.title).join('”、“')}”有未保存的内容，继续操作后会丢失。`,
    okText: '放弃内容',
    cancelText: '继续编辑',
    onOk: proceed,
  })
}
