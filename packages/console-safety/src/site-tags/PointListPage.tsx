import { point } from '@suoan/contract'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import type { InputOverride } from '@suoan/console-base/resource/parts/FormFields.tsx'
import { lazyInput } from '@suoan/console-base/resource/widgets/lazy-input.tsx'
import { useLabels } from '../papers/use-labels.tsx'
import { useIssueTag } from './use-issue-tag.tsx'

const PlanSpotInput = lazyInput(() => import('./PlanSpotInput.tsx').then((m) => m.PlanSpotInput))

const form: { inputs: Record<string, InputOverride> } = {
  inputs: { planY: ({ disabled }) => <PlanSpotInput disabled={disabled} areaField="areaId" /> },
}

/** 隔离点: the list from its description, and the tag that hangs at each point. */
export default function PointListPage() {
  const tag = useIssueTag('POINT', (row: RowOf<typeof point.fields>) => `${row.pointCode} ${row.pointName}`)
  const labels = useLabels<RowOf<typeof point.fields>>('POINT')
  return (
    <div className="card">
      <ResourceView
        resource={point}
        rowActions={[tag.action]}
        batchActions={[labels.action]}
        form={form}
        below={
          <>
            {tag.dialog}
            {labels.dialog}
          </>
        }
      />
    </div>
  )
}
