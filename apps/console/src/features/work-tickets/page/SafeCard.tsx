import type { TicketDetail } from '@suoan/contract'
import { Alert } from 'antd'

/** 我安全吗: green only when nothing is missing for this person (3-domain.md §6.3). */
export function SafeCard({
  detail,
  holdsLock,
  isNamed,
}: {
  detail: TicketDetail
  holdsLock: boolean
  isNamed: boolean
}) {
  const missing = missingFor(detail, holdsLock)
  if (!isNamed) return null
  return missing.length === 0 ? (
    <Alert
      className="gap-bottom"
      type="success"
      showIcon
      title="您受到保护"
      description="所有隔离点已验证，您的个人锁已挂，票面有效。"
    />
  ) : (
    <Alert
      className="gap-bottom"
      type="error"
      showIcon
      title="您还没有受到完整保护，请勿进入作业点"
      description={missing.join('；')}
    />
  )
}

/** What is missing before a person is protected. */
export function missingFor(detail: TicketDetail, holdsLock: boolean): string[] {
  const { ticket, points } = detail
  const open = points.filter((row) => Number(row['mandatory'] ?? 1) === 1 && Number(row['state']) !== 5)
  const missing: string[] = []
  if (ticket.workStatus !== 20 || ticket.execPhase !== 20) missing.push('作业尚未开始或已中断')
  if (open.length > 0)
    missing.push(`未验证的隔离点：${open.map((row) => String(row['pointCode'])).join('、')}`)
  if (Number(ticket['personalLock']) === 1 && !holdsLock) missing.push('您的个人锁未挂')
  if (Number(ticket['gasState']) >= 2) missing.push('气体检测无效')
  return missing
}
