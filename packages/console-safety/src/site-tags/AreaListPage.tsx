import { area } from '@suoan/contract'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { useIssueTag } from './use-issue-tag.tsx'

/** 区域管理: the list from its description, and the tag that hangs in each area. */
export default function AreaListPage() {
  const tag = useIssueTag('AREA', (row: RowOf<typeof area.fields>) => `${row.areaCode} ${row.areaName}`)
  return (
    <div className="card">
      <ResourceView resource={area} rowActions={[tag.action]} below={tag.dialog} />
    </div>
  )
}
