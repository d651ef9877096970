import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'

interface Props {
  readonly children: ReactNode
  onSearch(): void
  onReset(): void
  onClose(): void
}

/** The query items of a list on a phone, in a sheet from below with its buttons at the thumb (design/look.md). */
export function FilterSheet({ children, onSearch, onReset, onClose }: Props) {
  return (
    <Drawer
      open
      title="筛选条件"
      placement="bottom"
      size="large"
      className="filter-sheet"
      onClose={onClose}
      footer={
        <div className="filter-sheet-buttons">
          <Button size="large" onClick={onReset}>
            重置
          </Button>
          <Button size="large" type="primary" onClick={onSearch}>
            查询
          </Button>
        </div>
      }
    >
      {/* The sheet stands outside the form of the page: Enter in one of its items searches as there. */}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          onSearch()
        }}
      >
        {children}
        <button type="submit" hidden aria-label="查询" />
      </form>
    </Drawer>
  )
}
