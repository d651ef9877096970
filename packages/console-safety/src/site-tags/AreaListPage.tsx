import { area } from '@suoan/contract'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { loadTreeTable, ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import type { InputOverride } from '@suoan/console-base/resource/parts/FormFields.tsx'
import { lazyInput } from '@suoan/console-base/resource/widgets/lazy-input.tsx'
import { useLabels } from '../papers/use-labels.tsx'
import { useIssueTag } from './use-issue-tag.tsx'

const FenceInput = lazyInput(() => import('./FenceInput.tsx').then((m) => m.FenceInput))
const NeighboursInput = lazyInput(() => import('./NeighboursInput.tsx').then((m) => m.NeighboursInput))

const PlanMarksInput = lazyInput(() => import('./PlanMarksInput.tsx').then((m) => m.PlanMarksInput))
const PlanSpotInput = lazyInput(() => import('./PlanSpotInput.tsx').then((m) => m.PlanSpotInput))

const form: { inputs: Record<string, InputOverride> } = {
  inputs: {
    planMarks: ({ disabled }) => <PlanMarksInput disabled={disabled} />,
    planY: ({ disabled }) => <PlanSpotInput disabled={disabled} areaField="pid" />,
    geo: ({ disabled, row }) => <FenceInput disabled={disabled} ownId={row?.id} />,
    adjacentCodes: ({ disabled }) => <NeighboursInput disabled={disabled} />,
  },
}

export const ahead = [loadTreeTable]

/** 区域管理: the list from its description, and the tag that hangs in each area. */
export default function AreaListPage() {
  const tag = useIssueTag('AREA', (row: RowOf<typeof area.fields>) => `${row.areaCode} ${row.areaName}`)
  const labels = useLabels<RowOf<typeof area.fields>>('AREA')
  return (
    <div className="card">
      <ResourceView
        resource={area}
        rowActions={[tag.action]}
        batchActions={[labels.action]}
        below={
          <>
            {tag.dialog}
            {labels.dialog}
          </>
        }
        form={form}
      />
    </div>
  )
}
