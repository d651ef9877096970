import { dictionaryItem } from '@suoan/contract'
import { useLeave } from '@suoan/console-base/editable-table/use-leave.ts'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { AppDrawer } from '@suoan/ui/modal'
import { Switch } from 'antd'
import { Suspense, useId, useState } from 'react'
import '../system.css'

const ItemTable = lazyPart('ItemTable', () => import('./ItemTable.tsx').then((m) => m.ItemTable))

/** `dict_item_status`: out of use. */
const itemOff = 0

interface Props {
  readonly dictId: string
  readonly dictName: string
  onClose(): void
}

/** 字典列表: the items of a dictionary in a drawer, one by one or all of them in a table (5-screens.md §6.11). */
export function DictionaryItems({ dictId, dictName, onClose }: Props) {
  const label = useId()
  const [isTable, setTable] = useState(false)
  const [unsaved, setUnsaved] = useState(0)
  const leave = useLeave(unsaved)
  return (
    <AppDrawer
      title={`字典列表：${dictName}`}
      size={760}
      onClose={() => leave(onClose)}
      extra={
        <span className="item-switch">
          <label htmlFor={label}>表格编辑</label>
          <Switch
            id={label}
            checked={isTable}
            onChange={(next) =>
              leave(() => {
                setUnsaved(0)
                setTable(next)
              })
            }
          />
        </span>
      }
    >
      {isTable ? (
        <Suspense fallback={<LoadingState />}>
          <ItemTable dictId={dictId} onUnsaved={setUnsaved} />
        </Suspense>
      ) : (
        <ResourceView
          resource={dictionaryItem}
          stateIn="component"
          fixed={{ dictId }}
          advanced={false}
          list={['itemText', 'itemValue', 'sortOrder', 'status']}
          form={{ names: ['itemText', 'itemValue', 'description', 'sortOrder', 'status'], width: 600 }}
          rowClassName={(row: RowOf<typeof dictionaryItem.fields>) =>
            row.status === itemOff ? 'row-off' : ''
          }
        />
      )}
    </AppDrawer>
  )
}
