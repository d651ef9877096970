import { ArrowRightOutlined } from '@ant-design/icons'
import type { TicketDetail } from '@suoan/contract'

/** What comes next, who does it, and what is still missing for it. */
export function NextStep({ detail: { nextStep, missing } }: { detail: TicketDetail }) {
  if (!nextStep) return null
  return (
    <p className="next-step">
      <ArrowRightOutlined /> 下一步：<b>{nextStep.text}</b>，由{nextStep.by}操作
      {missing.length > 0 && <small>还差：{missing.join('；')}</small>}
    </p>
  )
}
