import { ReloadOutlined } from '@ant-design/icons'
import type { ConflictRow } from '@suoan/contract'
import { simopsEndpoints } from '@suoan/contract'
import { conflictRowState, labelOf, severity } from '@suoan/domain/dictionaries'
import { isOpenConflict } from '@suoan/domain/isolation'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { useState } from 'react'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import { call } from '@suoan/console-base/request/call.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { ticketKey } from '../ticket-queries.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import './conflicts.css'
import { severityLook } from './severity-look.ts'

/** The clashes of a ticket as they stand now; SAFETY decides on those that may be decided (G06). */
const conflictsQuery = (id: string) => ({
  queryKey: [...ticketKey, 'conflicts', id],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(simopsEndpoints.conflicts, { id }, { signal, quiet: true }),
  staleTime: 5_000,
})

/** Other tickets that meet this one in place, plant, people, energy or time, and what is done about it. */
export function ConflictPanel({ workId }: { workId: string }) {
  const conflicts = useQuery(conflictsQuery(workId))
  const mayDecide = useCan('lo:work:conflict')
  const [asked, setAsked] = useState<ConflictRow | null>(null)
  if (conflicts.isPending) return <Skeleton active paragraph={{ rows: 3 }} />
  if (!conflicts.data) return <ErrorState error={conflicts.error} onRetry={() => void conflicts.refetch()} />
  const open = conflicts.data.filter(isOpenConflict).length
  return (
    <section aria-label="作业冲突">
      <KeptNote query={conflicts} />
      <Alert
        className="gap-bottom"
        // An old answer does not say that there is no conflict now.
        type={open > 0 || conflicts.isError ? 'warning' : 'success'}
        showIcon
        title={
          conflicts.data.length === 0
            ? '没有发现与其他工作票的冲突'
            : open > 0
              ? `${conflicts.data.length} 项冲突，其中 ${open} 项未解决`
              : `${conflicts.data.length} 项冲突，均不阻碍作业`
        }
        action={
          <Button
            size="small"
            icon={<ReloadOutlined />}
            loading={conflicts.isFetching}
            onClick={() => void conflicts.refetch()}
          >
            重新检查
          </Button>
        }
      />
      <ul className="conflict-list">
        {conflicts.data.map((row) => (
          <li key={`${row.otherWorkId}/${row.ruleCode}/${row.detail}`} className="conflict-item">
            <header>
              <StatusBadge look={severityLook(row.severity, row.state)} />
              <span>{labelOf('lo_conflict_kind', row.kind)}</span>
              <b>{row.detail}</b>
            </header>
            <p>
              {row.otherWorkNo} {row.otherWorkName}（{labelOf('lo_work_status', row.otherStatus)}）
            </p>
            <p>
              <time>{row.overlapFrom}</time> 至 <time>{row.overlapTo}</time>
              {!row.isClaimed && <span className="hint conflict-note">对方尚未批准，先批准者优先</span>}
            </p>
            {row.measures && (
              <p>
                {row.state === conflictRowState.misjudged ? '误判理由' : '措施'}：{row.measures}
                <span className="hint conflict-note">
                  {row.decideName} {row.decideTime}
                </span>
              </p>
            )}
            {row.severity === severity.blocking && (
              <p className="hint">阻断级不能接受，请调整时间、地点、设备或人员。</p>
            )}
            {row.severity === severity.needsMeasures &&
              row.state === conflictRowState.pending &&
              !mayDecide && <p className="hint">批准前须由安全管理人员附措施接受。</p>}
            {row.severity !== severity.blocking && row.state === conflictRowState.pending && mayDecide && (
              <Button onClick={() => setAsked(row)}>处理</Button>
            )}
          </li>
        ))}
      </ul>
      {asked && <ConflictDialog workId={workId} conflict={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}
