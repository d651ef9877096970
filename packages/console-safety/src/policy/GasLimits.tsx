import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { useLeave } from '@suoan/console-base/editable-table/use-leave.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { gasStd } from '@suoan/contract'
import { Switch } from 'antd'
import { Suspense, useId, useState } from 'react'
import './policy.css'

const GasTable = lazyPart('GasTable', () => import('./GasTable.tsx').then((m) => m.GasTable))

/** 气体标准: one by one in their list, or all of them in a table. */
export function GasLimits() {
  const label = useId()
  const [isTable, setTable] = useState(false)
  const [unsaved, setUnsaved] = useState(0)
  const leave = useLeave(unsaved)
  return (
    <>
      <p className="gas-switch">
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
      </p>
      {isTable ? (
        <Suspense fallback={<LoadingState />}>
          <GasTable onUnsaved={setUnsaved} />
        </Suspense>
      ) : (
        <ResourceView resource={gasStd} />
      )}
    </>
  )
}
