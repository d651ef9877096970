import type { Resource } from '@suoan/contract'
import { useIsNarrow } from '../../use-width.ts'
import type { ListColumns } from '../use-columns.ts'
import type { ViewedList } from '../use-resource-list.ts'
import { ColumnsButton } from './ColumnsButton.tsx'
import { ViewsButton } from './ViewsButton.tsx'

interface Props {
  readonly resource: Resource
  readonly list: ViewedList
  readonly columns: ListColumns
}

/** 视图 and 自定义列, at the right above a list. */
export function ListEnd({ resource, list, columns }: Props) {
  const isNarrow = useIsNarrow()
  const { pins, density } = columns.preferences
  return (
    <div className="list-head-end">
      {list.view.hasViews && (
        <ViewsButton resource={resource} list={list} drawn={{ shown: columns.names, pins, density }} />
      )}
      {!isNarrow && <ColumnsButton {...columns} />}
    </div>
  )
}
