import type { TicketDetail } from '@suoan/contract'
import { workTicketEndpoints as tickets } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Skeleton } from 'antd'
import { RuleList } from '@suoan/console-base/refusal/RuleList.tsx'
import { call } from '@suoan/console-base/request/call.ts'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { planReport } from '../plan-report.ts'
import { ticketKey } from '../ticket-queries.ts'

/** G01–G07 and the cut proof, as they judge now. */
export function PlanCheckView({ detail }: { detail: TicketDetail }) {
  const id = detail.ticket.id
  const check = useQuery({
    queryKey: [...ticketKey, 'check', id, detail.ticket.revision],
    queryFn: ({ signal }) => call(tickets.checkPlan, { id }, { signal, quiet: true }),
    staleTime: 30_000,
  })
  if (check.isPending) return <Skeleton active paragraph={{ rows: 6 }} />
  // No old answer: a proof of cut and 全部通过 are of this moment, or they are not.
  if (check.isError) return <ErrorState error={check.error} onRetry={() => void check.refetch()} />
  const report = planReport(check.data, detail.ticket.needIsolation === 1)
  return (
    <>
      <Alert
        type={report.isReady ? 'success' : 'error'}
        showIcon
        title={report.isReady ? '方案检查全部通过' : `${report.failed.length} 项不通过`}
      />
      <RuleList rules={check.data.rules} />
      <Alert
        type={report.cut.tone}
        showIcon
        title={report.cut.title}
        description={report.cut.paths.join('；') || undefined}
      />
    </>
  )
}
