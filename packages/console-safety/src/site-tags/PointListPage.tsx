import { point } from '@suoan/contract'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { useIssueTag } from './use-issue-tag.tsx'

/** 隔离点: the list from its description, and the tag that hangs at each point. */
export default function PointListPage() {
  const tag = useIssueTag('POINT', (row: RowOf<typeof point.fields>) => `${row.pointCode} ${row.pointName}`)
  return (
    <div className="card">
      <ResourceView resource={point} rowActions={[tag.action]} below={tag.dialog} />
    </div>
  )
}
