import { DownOutlined } from '@ant-design/icons'
import type { Resource } from '@suoan/contract'
import { Button, Popover, Spin } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../chunk/lazy-part.tsx'
import { useIsNarrow } from '../../use-width.ts'
import type { ViewedList } from '../use-resource-list.ts'
import type { DrawnColumns } from '../view-state.ts'

const ListViews = lazyPart('ListViews', () => import('./ListViews.tsx').then((m) => m.ListViews))

interface Props {
  readonly resource: Resource
  readonly list: ViewedList
  readonly drawn: DrawnColumns
}

/** 视图 above a list: the name of the one that is open, and all of them (5-screens.md §4). */
export function ViewsButton({ resource, list, drawn }: Props) {
  const [open, setOpen] = useState(false)
  const isNarrow = useIsNarrow()
  const { id, isChanged } = list.view
  const name = id === null ? null : list.view.name
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title="视图"
      // Below dialogs: what is asked about a view stands over it.
      zIndex={990}
      open={open}
      onOpenChange={(next) => {
        // A press on what is asked is none beside the views.
        if (next || document.querySelector('.ant-modal-wrap:not(.app-modal-beside)') === null) setOpen(next)
      }}
      content={
        open && (
          <Suspense fallback={<Spin />}>
            <ListViews resource={resource} list={list} drawn={drawn} onOpened={() => setOpen(false)} />
          </Suspense>
        )
      }
    >
      <Button
        className="views-button"
        type="text"
        title={name === null ? '视图' : `视图：${name}${isChanged ? '（已修改）' : ''}`}
      >
        {name === null || isNarrow ? '视图' : `${name}${isChanged ? ' *' : ''}`}
        <DownOutlined />
      </Button>
    </Popover>
  )
}
