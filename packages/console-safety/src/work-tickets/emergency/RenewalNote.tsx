import type { TicketDetail } from '@suoan/contract'
import { Alert, Button } from 'antd'
import { usePlace } from '../use-place.ts'

/** Where a ticket comes from and what follows it (T46), and the review an emergency ticket owes (T50). */
export function RenewalNote({ detail: { ticket, situation } }: { detail: TicketDetail }) {
  const place = usePlace()
  const link = (id: string, no: string | null) => (
    <Button type="link" className="link" onClick={() => place.openView(id)}>
      {no}
    </Button>
  )
  const { afterReview } = situation
  const due = (ticket.afterReviewDue ?? '').slice(5, 16)
  return (
    <>
      {ticket.parentWorkId && (
        <Alert
          className="gap-bottom"
          type="info"
          showIcon
          title={<>本票续办 {link(ticket.parentWorkId, ticket.parentWorkNo)}</>}
          {...(situation.isBeforeStart
            ? { description: '隔离人逐点接收现有的锁并换挂新标牌，锁不打开；开工的同一时刻占用转到本票。' }
            : {})}
        />
      )}
      {ticket.renewedById && (
        <Alert
          className="gap-bottom"
          type="info"
          showIcon
          title={<>由续票 {link(ticket.renewedById, ticket.renewedByNo)} 接续</>}
        />
      )}
      {afterReview && (
        <Alert
          className="gap-bottom"
          type={afterReview === 'late' ? 'error' : 'warning'}
          showIcon
          title={
            afterReview === 'late'
              ? `抢修事后审查已逾期（${due} 到期），已上报安全管理`
              : `抢修票，由 ${ticket.dutyManagerName ?? ''} 现场批准，须在 ${due} 前补做事后审查`
          }
        />
      )}
    </>
  )
}
