import type { TicketDetail } from '@suoan/contract'
import { Alert } from 'antd'
import { Age } from '@suoan/console-base/status/Age.tsx'

const stages = { review: '审核', examine: '审批' } as const

/** Why the applicant has the ticket again, and who said so. */
export function RejectionNote({ rejection }: { rejection: TicketDetail['rejection'] }) {
  if (rejection === null) return null
  const { stage, person, reason, opinion, at, isUnchanged } = rejection
  return (
    <Alert
      className="gap-bottom"
      type="error"
      showIcon
      title={
        <>
          {stages[stage]}被驳回：{reason}（{person} {at !== null && <Age at={at} />}）
        </>
      }
      description={
        <>
          <p className="cell-whole">{opinion || '没有填写意见'}</p>
          {isUnchanged && '内容与被驳回时相同；请修改后再提交，不修改时须说明如何处理了驳回意见。'}
        </>
      }
    />
  )
}
