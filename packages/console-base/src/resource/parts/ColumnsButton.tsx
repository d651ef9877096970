import { SettingOutlined } from '@ant-design/icons'
import { AppPopover } from '@suoan/ui/popover'
import { Button, Spin } from 'antd'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../../chunk/lazy-part.tsx'
import type { ListColumns } from '../use-columns.ts'

const ColumnChooser = lazyPart('ColumnChooser', () =>
  import('@suoan/ui/column-chooser').then((m) => m.ColumnChooser),
)

/** The gear above a list: its columns, their order and the height of its rows. */
export function ColumnsButton({ offered, preferences, change }: ListColumns) {
  const [open, setOpen] = useState(false)
  const gear = useRef<HTMLButtonElement>(null)
  return (
    <AppPopover
      title="自定义列"
      isOpen={open}
      onOpenChange={setOpen}
      opener={gear}
      content={
        <Suspense fallback={<Spin />}>
          <ColumnChooser offered={offered} preferences={preferences} onChange={change} />
        </Suspense>
      }
    >
      <Button
        ref={gear}
        className="columns-button"
        type="text"
        icon={<SettingOutlined />}
        aria-label="自定义列"
        title="自定义列"
      />
    </AppPopover>
  )
}
