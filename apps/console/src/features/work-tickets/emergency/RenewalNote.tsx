import type { TicketDetail } from '@suoan/contract'
import { Alert, Button } from 'antd'
import { usePlace } from '../use-place.ts'

/** Where a ticket comes from and what follows it (T46), and the review an emergency ticket owes (T50). */
export function RenewalNote({ ticket }: { ticket: TicketDetail['ticket'] }) {
  const place = usePlace()
  const link = (id: unknown, no: unknown) => (
    <Button type="link" className="link" onClick={() => place.openView(String(id))}>
      {String(no)}
    </Button>
  )
  const review = Number(ticket['afterReviewState'] ?? 0)
  const due = String(ticket['afterReviewDue'] ?? '').slice(5, 16)
  return (
    <>
      {ticket['parentWorkNo'] ? (
        <Alert
          className="gap-bottom"
          type="info"
          showIcon
          title={<>本票续办 {link(ticket['parentWorkId'], ticket['parentWorkNo'])}</>}
          {...(ticket.workStatus < 20
            ? { description: '隔离人逐点接收现有的锁并换挂新标牌，锁不打开；开工的同一时刻占用转到本票。' }
            : {})}
        />
      ) : null}
      {ticket['renewedByNo'] ? (
        <Alert
          className="gap-bottom"
          type="info"
          showIcon
          title={<>由续票 {link(ticket['renewedById'], ticket['renewedByNo'])} 接续</>}
        />
      ) : null}
      {review === 1 || review === 3 ? (
        <Alert
          className="gap-bottom"
          type={review === 3 ? 'error' : 'warning'}
          showIcon
          title={
            review === 3
              ? `抢修事后审查已逾期（${due} 到期），已上报安全管理`
              : `抢修票，由 ${String(ticket['dutyManagerName'] ?? '')} 现场批准，须在 ${due} 前补做事后审查`
          }
        />
      ) : null}
    </>
  )
}
