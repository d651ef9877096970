import type { TicketDetail } from '@suoan/contract'
import { stepStatus } from '@suoan/domain/dictionaries'
import { Alert, Timeline } from 'antd'
import { textOf } from '../text-of.ts'
import { StepMarks } from './StepMarks.tsx'
import { returnedBy, signedBy, stageNames, stepsOf } from './step-row.ts'

/** What those before me said in this round, and why an approver sent it back. */
export function Opinions({ detail }: { detail: TicketDetail }) {
  const said = stepsOf(detail).filter(
    ({ round, status }) =>
      round === detail.ticket.round && (status === stepStatus.passed || status === stepStatus.rejected),
  )
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
            color: step.status === stepStatus.passed ? 'green' : 'red',
            content: (
              <div className="opinion">
                <b>{step.person}</b> {stageNames[step.stage]}第 {step.stepNo} 步 ·{' '}
                {step.status === stepStatus.passed ? '通过' : `驳回（${textOf(step, 'reasonCode')}）`}{' '}
                <StepMarks step={step} />
                <small>{[textOf(step, 'actTime'), signedBy(step)].filter(Boolean).join(' · ')}</small>
                <p className="cell-whole">{step.opinion || '（未填写意见）'}</p>
              </div>
            ),
          }))}
        />
      )}
    </>
  )
}
