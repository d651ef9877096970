import { area } from '@suoan/contract'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { lazyInput } from '@suoan/console-base/resource/widgets/lazy-input.tsx'
import { useIssueTag } from './use-issue-tag.tsx'

const FenceInput = lazyInput(() => import('./FenceInput.tsx').then((m) => m.FenceInput))
const NeighboursInput = lazyInput(() => import('./NeighboursInput.tsx').then((m) => m.NeighboursInput))

const form = {
  inputs: {
    geo: ({ disabled }: { disabled: boolean }) => <FenceInput disabled={disabled} />,
    adjacentCodes: ({ disabled }: { disabled: boolean }) => <NeighboursInput disabled={disabled} />,
  },
}

/** 区域管理: the list from its description, and the tag that hangs in each area. */
export default function AreaListPage() {
  const tag = useIssueTag('AREA', (row: RowOf<typeof area.fields>) => `${row.areaCode} ${row.areaName}`)
  return (
    <div className="card">
      <ResourceView resource={area} rowActions={[tag.action]} below={tag.dialog} form={form} />
    </div>
  )
}
