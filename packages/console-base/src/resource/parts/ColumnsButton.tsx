import { SettingOutlined } from '@ant-design/icons'
import { Button, Popover, Spin } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../chunk/lazy-part.tsx'
import type { ListColumns } from '../use-columns.ts'

const ColumnChooser = lazyPart('ColumnChooser', () =>
  import('@suoan/ui/column-chooser').then((m) => m.ColumnChooser),
)

/** The gear above a list: its columns, their order and the height of its rows. */
export function ColumnsButton({ offered, preferences, change }: ListColumns) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title="自定义列"
      open={open}
      onOpenChange={setOpen}
      content={
        open && (
          <Suspense fallback={<Spin />}>
            <ColumnChooser offered={offered} preferences={preferences} onChange={change} />
          </Suspense>
        )
      }
    >
      <Button
        className="columns-button"
        type="text"
        icon={<SettingOutlined />}
        aria-label="自定义列"
        title="自定义列"
      />
    </Popover>
  )
}
