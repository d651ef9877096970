import type { TicketDetail } from '@suoan/contract'
import { Alert, Timeline } from 'antd'
import { textOf } from '../text-of.ts'
import { StepMarks } from './StepMarks.tsx'
import { returnedBy, stepsOf } from './step-row.ts'

/** What those before me said in this round, and why an approver sent it back. */
export function Opinions({ detail }: { detail: TicketDetail }) {
  const round = Number(detail.ticket['round'] ?? 1)
  const said = stepsOf(detail).filter((step) => step.round === round && [8, 9].includes(step.status))
  const returned = returnedBy(detail)
  return (
    <>
      {returned && (
        <Alert
          type="warning"
          showIcon
          className="gap-bottom"
          title={`${returned.person} 退回审核`}
          description={returned.opinion}
        />
      )}
      {said.length === 0 ? (
        <p className="hint">本轮还没有人签署意见</p>
      ) : (
        <Timeline
          items={said.map((step) => ({
            key: step.id,
            color: step.status === 8 ? 'green' : 'red',
            content: (
              <div className="opinion">
                <b>{step.person}</b> {step.stage === 'review' ? '审核' : '审批'}第 {step.stepNo} 步 ·{' '}
                {step.status === 8 ? '通过' : `驳回（${textOf(step.row, 'reasonCode')}）`}{' '}
                <StepMarks row={step.row} />
                <small>{textOf(step.row, 'actTime')}</small>
                <p className="cell-whole">{String(step.row['opinion'] ?? '') || '（未填写意见）'}</p>
              </div>
            ),
          }))}
        />
      )}
    </>
  )
}
