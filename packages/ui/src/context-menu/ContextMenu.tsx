import { Dropdown } from 'antd'
import { useRef } from 'react'
import type { ReactElement, ReactNode } from 'react'

export interface ContextMenuItem<K extends string> {
  readonly key: K
  readonly label: string
  readonly icon?: ReactNode
  readonly disabled?: boolean
}

interface Props<K extends string> {
  readonly items: readonly ContextMenuItem<K>[]
  onChoose(key: K): void
  /** One element that takes a ref: the menu opens where it is right-clicked. */
  readonly children: ReactElement
}

/** Items at the pointer after a right click, or at the element after the menu key; hands out the chosen key. */
export function ContextMenu<K extends string>({ items, onChoose, children }: Props<K>) {
  const opener = useRef<Element>(null)
  // The menu took the focus; whoever leaves it stands where he was, unless what he chose has put him elsewhere.
  const giveBack = () => {
    const [from, at] = [opener.current, document.activeElement]
    const isLost = at === document.body || at?.closest('.ant-dropdown') !== null
    if (isLost && from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true })
  }
  return (
    <Dropdown
      trigger={['contextMenu']}
      // The browser's own menu comes up where there is nothing to choose.
      disabled={items.length === 0}
      autoFocus
      onOpenChange={(isOpen) => {
        if (isOpen) opener.current = document.activeElement
        else setTimeout(giveBack)
      }}
      menu={{
        items: items.map(({ key, label, icon, disabled = false }) => ({
          key,
          label,
          icon,
          disabled,
          onClick: () => onChoose(key),
        })),
      }}
    >
      {children}
    </Dropdown>
  )
}
