import { dictionaryItem } from '@suoan/contract'
import { useTableMode } from '@suoan/console-base/editable-table/use-table-mode.tsx'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { AppDrawer } from '@suoan/ui/modal'
import { Suspense } from 'react'
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
  const { isTable, toggle, leave, onUnsaved } = useTableMode()
  return (
    <AppDrawer title={`字典列表：${dictName}`} size={760} onClose={() => leave(onClose)} extra={toggle}>
      {isTable ? (
        <Suspense fallback={<LoadingState />}>
          <ItemTable dictId={dictId} onUnsaved={onUnsaved} />
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
