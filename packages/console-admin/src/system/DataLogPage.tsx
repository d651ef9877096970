import { DiffOutlined } from '@ant-design/icons'
import { dataLog } from '@suoan/contract'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { lazyInput } from '@suoan/console-base/resource/widgets/lazy-input.tsx'
import type { StoredVersion } from './CompareVersions.tsx'
import './system.css'
import { feedback } from '@suoan/console-base/feedback.ts'

const CompareVersions = lazyPart('CompareVersions', () =>
  import('./CompareVersions.tsx').then((m) => m.CompareVersions),
)

const JsonInput = lazyInput(() =>
  import('@suoan/console-base/resource/widgets/JsonInput.tsx').then((m) => m.JsonInput),
)
const form = {
  inputs: {
    dataContent: () => <JsonInput label="数据内容" disabled />,
    dataChange: () => <JsonInput label="变更内容" disabled />,
  },
}

/** 数据日志 with the comparison of two versions (5-screens.md §6.22). */
export default function DataLogPage() {
  const [pair, setPair] = useState<readonly [StoredVersion, StoredVersion] | null>(null)
  return (
    <div className="card">
      <ResourceView
        resource={dataLog}
        selectable
        form={form}
        columns={{ dataVersion: { width: 90 }, dataContent: { align: 'left', width: 320 } }}
        toolbar={[
          {
            key: 'compare',
            label: '数据比较',
            icon: <DiffOutlined />,
            run(_list, [first, second, ...more]) {
              const warn = (description: string) =>
                feedback().notification.warning({ title: '提示信息', description })
              if (!first || !second || more.length > 0) return warn('请选择两条数据')
              const same = first.dataTable === second.dataTable && first.dataId === second.dataId
              if (!same) return warn('请选择相同的数据库表和数据ID进行比较')
              setPair([first, second])
            },
          },
        ]}
      />
      <Suspense fallback={null}>
        {pair && <CompareVersions pair={pair} onClose={() => setPair(null)} />}
      </Suspense>
    </div>
  )
}
