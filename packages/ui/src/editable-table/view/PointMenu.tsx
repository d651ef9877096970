import { Dropdown, type MenuProps } from 'antd'

/** A menu and where it opens, px of the window. */
export interface OpenedMenu {
  readonly items: MenuProps['items']
  readonly x: number
  readonly y: number
}

/** The menu of a row, a column or a file, at the pointer or below what was pressed. */
export function PointMenu({ menu, onClose }: { readonly menu: OpenedMenu; onClose(): void }) {
  return (
    <Dropdown
      open
      menu={{
        items: menu.items ?? [],
        onClick: ({ domEvent }) => {
          // The Enter that chose would go on to what has the focus then: a line break into the cell, a question's 取消.
          domEvent.preventDefault()
          onClose()
        },
      }}
      trigger={['click']}
      autoFocus
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <span className="et-point" style={{ left: menu.x, top: menu.y }} />
    </Dropdown>
  )
}
