import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { flow, flowStep, permissionOf } from '@suoan/contract'
import { Suspense, useState } from 'react'

const FlowSteps = lazyPart('FlowSteps', () => import('./FlowSteps.tsx').then((m) => m.FlowSteps))

type Flow = RowOf<typeof flow.fields>

/** 审批流程: each with its steps in a table. */
export default function FlowPage() {
  const [opened, setOpened] = useState<Flow | null>(null)
  return (
    <div className="card">
      <ResourceView<typeof flow.fields>
        resource={flow}
        rowActions={[
          {
            key: 'steps',
            label: '审批步骤',
            primary: true,
            permission: permissionOf(flowStep, 'list'),
            run: setOpened,
          },
        ]}
      />
      <Suspense fallback={null}>
        {opened && (
          <FlowSteps flowId={opened.id} flowName={opened.flowName ?? ''} onClose={() => setOpened(null)} />
        )}
      </Suspense>
    </div>
  )
}
