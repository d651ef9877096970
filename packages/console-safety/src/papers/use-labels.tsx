import { TagsOutlined } from '@ant-design/icons'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import type { BatchAction } from '@suoan/console-base/resource/row-action.ts'

const LabelDialog = lazyPart('LabelDialog', () => import('./LabelDialog.tsx').then((m) => m.LabelDialog))

/** 打印标签 of the ticked rows of a list, and its dialog. */
export function useLabels<R extends { readonly id: string }>(kind: 'LOCK' | 'POINT' | 'AREA') {
  const [ids, setIds] = useState<readonly string[] | null>(null)
  const action: BatchAction<R> = {
    key: 'labels',
    label: '打印标签',
    icon: <TagsOutlined />,
    guard: (rows) => (rows.length > 500 ? '一次最多打印 500 张标签，请减少选中的行' : null),
    run: (rows) => setIds(rows.map(({ id }) => id)),
  }
  const dialog = (
    <Suspense fallback={null}>
      {ids && <LabelDialog kind={kind} ids={ids} onClose={() => setIds(null)} />}
    </Suspense>
  )
  return { action, dialog }
}
