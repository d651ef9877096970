import { SearchOutlined } from '@ant-design/icons'
import { Select } from 'antd'
import type { RefSelectProps } from 'antd'
import { Suspense, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { leavesOf, matches } from '@suoan/console-base/session/menu-pages.ts'
import type { MenuEntry } from '@suoan/console-base/session/menu-pages.ts'
import { openEntry } from '@suoan/console-base/menu/menu-items.tsx'

const AppModal = lazyPart('AppModal', () => import('@suoan/ui/modal').then((m) => m.AppModal))

interface Props {
  readonly entries: readonly MenuEntry[]
  readonly isMobile: boolean
}

/** Finds a page by its title: a line beside the magnifier, on a phone a dialog (5-screens.md §2.6). */
export function MenuSearch({ entries, isMobile }: Props) {
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const input = useRef<RefSelectProps>(null)
  const magnifier = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    magnifier.current?.focus()
  }
  const options = useMemo(
    () => leavesOf(entries).map(({ key, title, trail }) => ({ value: key, title, label: title, trail })),
    [entries],
  )
  const select = (
    <Select
      ref={input}
      autoFocus
      defaultOpen
      variant="borderless"
      className="menu-search"
      aria-label="搜索菜单"
      placeholder="搜索菜单"
      notFoundContent="没有匹配的菜单，请换一个词"
      value={null}
      options={options}
      showSearch={{ filterOption: (text, option) => option !== undefined && matches(option, text) }}
      optionRender={({ data }) => (
        <span className="menu-search-option">
          {data.title}
          {data.trail.length > 0 && <small>{data.trail.join(' / ')}</small>}
        </span>
      )}
      popupMatchSelectWidth={isMobile ? true : 260}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      onBlur={() => !isMobile && setOpen(false)}
      onSelect={(key: string | null) => {
        setOpen(false)
        if (key !== null) openEntry(entries, key, navigate)
      }}
    />
  )
  return (
    <>
      <button
        type="button"
        ref={magnifier}
        className="head-button"
        aria-label="搜索菜单"
        aria-expanded={open}
        // The line must not close by losing the focus just before the press that closes it.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => (open ? close() : setOpen(true))}
      >
        <SearchOutlined />
      </button>
      {open && !isMobile && select}
      {open && isMobile && (
        <Suspense fallback={null}>
          <AppModal
            open
            title="搜索菜单"
            footer={null}
            // A dialog takes the focus for itself when it opens.
            afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
            onCancel={() => setOpen(false)}
          >
            {select}
          </AppModal>
        </Suspense>
      )}
    </>
  )
}
