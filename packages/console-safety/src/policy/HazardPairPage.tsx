import { hazardPair } from '@suoan/contract'
import { Segmented } from 'antd'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import './policy.css'

const PairMatrix = lazyPart('PairMatrix', () => import('./PairMatrix.tsx').then((m) => m.PairMatrix))

/** One side of a pair: a type of work, a hazard, or both; a side that names neither is any work at all. */
function Side({ type, hazard }: { type: string | undefined; hazard: string | undefined }) {
  const words = [type, hazard].filter(Boolean)
  return <span className="pair-text">{words.length === 0 ? '任何作业' : words.join('，有')}</span>
}

/** 作业冲突矩阵: kinds of work against kinds of work; as a list each pair on a line that can be read. */
export default function HazardPairPage() {
  const [params, setParams] = useSearchParams()
  const view = params.get('view') === 'list' ? 'list' : 'matrix'
  return (
    <div className="card">
      <Segmented
        className="gap-bottom"
        value={view}
        options={[
          { value: 'matrix', label: '矩阵' },
          { value: 'list', label: '列表' },
        ]}
        onChange={(next) => setParams(next === 'list' ? { view: 'list' } : {}, { replace: true })}
      />
      {view === 'matrix' ? (
        <Suspense fallback={<LoadingState rows={8} />}>
          <PairMatrix />
        </Suspense>
      ) : (
        <ResourceView<typeof hazardPair.fields>
          resource={hazardPair}
          stateIn="component"
          list={['ruleCode', 'pairName', 'typeA', 'typeB', 'severity', 'adjacent', 'status']}
          columns={{
            ruleCode: { width: 180, render: (row) => <span className="pair-text">{row.ruleCode}</span> },
            pairName: { width: 210, render: (row) => <span className="pair-text">{row.pairName}</span> },
            typeA: {
              title: '甲方',
              width: 115,
              sorter: false,
              render: (row) => <Side type={row.typeA_dictText} hazard={row.hazardA_dictText} />,
            },
            typeB: {
              title: '乙方',
              width: 115,
              sorter: false,
              render: (row) => <Side type={row.typeB_dictText} hazard={row.hazardB_dictText} />,
            },
            severity: { width: 90 },
            adjacent: { width: 115 },
            status: { width: 80 },
          }}
        />
      )}
    </div>
  )
}
