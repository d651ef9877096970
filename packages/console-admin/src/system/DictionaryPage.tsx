import { HddOutlined, SyncOutlined } from '@ant-design/icons'
import { dictionary } from '@suoan/contract'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { clearCache } from '@suoan/console-base/resource/clear-cache.ts'
import { DictionaryItems } from './dictionary-items/DictionaryItems.tsx'

const DictionaryRecycleBin = lazyPart('DictionaryRecycleBin', () =>
  import('./RecycleBins.tsx').then((m) => m.DictionaryRecycleBin),
)

/** 数据字典 with its items in a drawer (5-screens.md §6.11). */
export default function DictionaryPage() {
  const [opened, setOpened] = useState<RowOf<typeof dictionary.fields> | null>(null)
  const [bin, setBin] = useState(false)
  return (
    <div className="card">
      <ResourceView
        resource={dictionary}
        addLabel="添加"
        exportName="字典信息"
        form={{ names: ['dictName', 'dictCode', 'description'], width: 600 }}
        columns={{
          dictName: { align: 'left' },
          dictCode: { align: 'left', width: 220 },
          description: { align: 'left', width: 260 },
        }}
        toolbar={[
          { key: 'refresh', label: '刷新缓存', icon: <SyncOutlined />, run: clearCache },
          {
            key: 'bin',
            label: '回收站',
            icon: <HddOutlined />,
            permission: 'system:dict:recycle',
            run: () => setBin(true),
          },
        ]}
        rowActions={[
          {
            key: 'items',
            label: '字典配置',
            permission: 'system:dict:item:list',
            primary: true,
            run: (row) => setOpened(row),
          },
        ]}
      />
      {opened && (
        <DictionaryItems
          dictId={opened.id}
          dictName={opened.dictName ?? ''}
          onClose={() => setOpened(null)}
        />
      )}
      <Suspense fallback={null}>{bin && <DictionaryRecycleBin onClose={() => setBin(false)} />}</Suspense>
    </div>
  )
}
