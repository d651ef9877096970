import { CheckCircleOutlined } from '@ant-design/icons'
import type { TicketDetail } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Collapse, Skeleton, Timeline } from 'antd'
import { RuleList } from '@suoan/console-base/refusal/RuleList.tsx'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { textOf } from '../text-of.ts'
import { timelineQuery } from '../ticket-queries.ts'
import { EvidenceBar } from './EvidenceBar.tsx'
import { timelineWords } from '@suoan/domain/work-ticket'

/** What happened, newest first: who, when, from where to where, and every rule that was looked at. */
export function TimelineTab({ detail }: { detail: TicketDetail }) {
  const timeline = useQuery(timelineQuery(detail.ticket.id))
  if (timeline.isPending) return <Skeleton active paragraph={{ rows: 6 }} />
  if (!timeline.data) return <ErrorState error={timeline.error} onRetry={() => void timeline.refetch()} />
  return (
    <>
      <KeptNote query={timeline} />
      {timeline.data.length === 0 ? (
        <EmptyState text="还没有操作记录" />
      ) : (
        <>
          <EvidenceBar detail={detail} />
          <Timeline
            className="gap-top"
            items={timeline.data.toReversed().map((row) => {
              const { guards: rules } = row
              const { title, about } = timelineWords(row, detail)
              return {
                key: row.id,
                icon: <CheckCircleOutlined />,
                content: (
                  <>
                    <b>{title}</b> {about} {row.transId !== 'NOTE' && <small>{textOf(row, 'transId')}</small>}
                    <br />
                    {textOf(row, 'actorName')}
                    {row.onBehalfOfName && `（代${row.onBehalfOfName}）`} ·{' '}
                    <time>{textOf(row, 'serverTime')}</time> · {textOf(row, 'toStatus')} /{' '}
                    {textOf(row, 'toPhase')}
                    {rules.length > 0 && (
                      <Collapse
                        ghost
                        size="small"
                        items={[
                          {
                            key: 'rules',
                            label: `${rules.length} 项检查`,
                            children: <RuleList rules={rules} />,
                          },
                        ]}
                      />
                    )}
                  </>
                ),
              }
            })}
          />
        </>
      )}
    </>
  )
}
