import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { useTableMode } from '@suoan/console-base/editable-table/use-table-mode.tsx'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { gasStd } from '@suoan/contract'
import { Suspense } from 'react'
import './policy.css'

const GasTable = lazyPart('GasTable', () => import('./GasTable.tsx').then((m) => m.GasTable))

/** 气体标准: one by one in their list, or all of them in a table. */
export function GasLimits() {
  const { isTable, toggle, onUnsaved } = useTableMode()
  return (
    <>
      <p className="gas-switch">{toggle}</p>
      {isTable ? (
        <Suspense fallback={<LoadingState />}>
          <GasTable onUnsaved={onUnsaved} />
        </Suspense>
      ) : (
        <ResourceView resource={gasStd} />
      )}
    </>
  )
}
