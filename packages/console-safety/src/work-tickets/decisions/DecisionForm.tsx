import { CheckOutlined, CloseOutlined, ExperimentOutlined } from '@ant-design/icons'
import type { Rehearsal, TicketActionKey, TicketDetail, TicketStep } from '@suoan/contract'
import { rehearsalEndpoints, workExamineEndpoints, workReviewEndpoints } from '@suoan/contract'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Alert, Button, Checkbox, Form, Input, Space, Tabs } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { DictSelect } from '@suoan/console-base/resource/widgets/DictSelect.tsx'
import { useMove } from '../use-move.ts'
import { ConflictPanel } from '../conflicts/ConflictPanel.tsx'
import { DetailTab } from '../page/DetailTab.tsx'
import '../page/page.css'
import { HandOnDialog } from '../approval/HandOnDialog.tsx'
import { openQuestions } from '../approval/open-questions.ts'
import { Opinions } from '../approval/Opinions.tsx'
import { Questions } from '../approval/Questions.tsx'
import { ReturnDialog } from '../approval/ReturnDialog.tsx'
import { StepMarks } from '../approval/StepMarks.tsx'
import { usePosition } from '../../position/use-position.ts'
import '../approval/approval.css'
import { ApprovalEditFields } from './ApprovalEditFields.tsx'
import { editConsequence, realEdit } from './edit-consequence.ts'
import type { ApprovalEdit } from './edit-consequence.ts'
import { PlanCheckView } from './PlanCheckView.tsx'
import { PlanPoints } from './PlanPoints.tsx'
import { RehearsalView } from './RehearsalView.tsx'
import { useSign } from '../sign/use-sign.tsx'

interface Props {
  readonly detail: TicketDetail
  /** The review or approval that is decided. */
  readonly step: TicketStep
  onDone(): void
}

/** What a signer sees and decides: the ticket, the plan's report, conflicts, the change since the last round. */
export function DecisionForm({ detail, step, onDone }: Props) {
  const { ticket } = detail
  const { stage } = step
  const { move, running, isRunning } = useMove(ticket.id)
  const [opinion, setOpinion] = useState('')
  const [reasonCode, setReasonCode] = useState('')
  const [problem, setProblem] = useState('')
  const [isEditing, setEditing] = useState(false)
  const [edit, setEdit] = useState<ApprovalEdit>({})
  // What was on the screen when the person began to read is what he signs.
  const [contentHash] = useState(ticket.contentHash ?? '')
  const changed = contentHash !== (ticket.contentHash ?? '')
  const real = isEditing ? realEdit(edit, ticket) : null
  const consequence = editConsequence(real, ticket)
  const unanswered = openQuestions(detail)
  // What was rehearsed holds for the edit and the ticket it was rehearsed with.
  const asked = JSON.stringify([real, ticket.revision])
  const [rehearsed, setRehearsed] = useState<{ of: string; said: Rehearsal } | null>(null)
  const [isRehearsing, setRehearsing] = useState(false)

  const place = usePosition(step.isOnSite)
  const { sign, dialog } = useSign()
  const [more, setMore] = useState<'delegate' | 'addSigner' | 'return' | null>(null)
  const may = (key: TicketActionKey) => detail.actions.some((action) => action.key === key)

  const decide = async (passes: boolean) => {
    if (!passes && !reasonCode) return setProblem('驳回时请选择驳回原因')
    if (!passes && opinion.trim() === '') return setProblem('驳回时请填写意见，说明怎样修改')
    setProblem('')
    const onSite = await place.read()
    if (onSite === 'missing') return
    const label = passes ? (stage === 'review' ? '审核通过' : '审批') : '驳回'
    const signed = await sign(label, passes ? step.signDemand : null, [{ bizId: step.id, contentHash }])
    if (signed === null) return
    const input = {
      id: step.id,
      opinion,
      reasonCode: passes ? null : reasonCode,
      contentHash,
      ...signed,
      ...(onSite ? { onSite } : {}),
    }
    const done = await move(label, (press) =>
      stage === 'review'
        ? call(
            workReviewEndpoints.decide,
            { ...input, ...press, reviewStatus: passes ? 8 : 9 },
            { quiet: true },
          )
        : call(
            workExamineEndpoints.decide,
            {
              ...input,
              ...press,
              approveStatus: passes ? 8 : 9,
              ...(passes && real ? { edit: real } : {}),
            },
            { quiet: true },
          ),
    )
    if (done) onDone()
  }
  const rehearse = async () => {
    const onSite = await place.read()
    if (onSite === 'missing') return
    setRehearsing(true)
    try {
      const input = { id: step.id, ...(real ? { edit: real } : {}), ...(onSite ? { onSite } : {}) }
      setRehearsed({ of: asked, said: await call(rehearsalEndpoints.simulate, input, { quiet: true }) })
      setProblem('')
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '试算失败，请稍后重试')
    } finally {
      setRehearsing(false)
    }
  }
  return (
    <div className="decision">
      {changed && (
        <Alert
          type="warning"
          showIcon
          className="gap-bottom"
          title="票面内容刚刚被修改，请关闭后重新打开再签署"
        />
      )}
      <Tabs
        items={[
          { key: 'form', label: '票面', children: <DetailTab detail={detail} /> },
          {
            key: 'points',
            label: `隔离方案（${detail.points.length}）`,
            children: <PlanPoints points={detail.points} />,
          },
          { key: 'opinions', label: '已签意见', children: <Opinions detail={detail} /> },
          {
            key: 'questions',
            label: `提问（${detail.questions.rows.length}）`,
            children: <Questions detail={detail} />,
          },
          { key: 'check', label: '方案检查', children: <PlanCheckView detail={detail} /> },
          {
            key: 'conflicts',
            label: `冲突（${detail.conflicts.length}）`,
            children: <ConflictPanel workId={ticket.id} />,
          },
        ]}
      />
      <Form layout="vertical" component="div" className="decision-form">
        <h3>我的意见</h3>
        <StepMarks step={step} />
        {place.isNeeded && (
          <Alert
            type="info"
            showIcon
            className="gap-top"
            title="本步骤须在作业现场处理，提交时读取您的位置"
          />
        )}
        {stage === 'examine' && (
          <>
            {ticket.editableFields.length > 0 ? (
              <Checkbox checked={isEditing} onChange={(event) => setEditing(event.target.checked)}>
                修改后审批
              </Checkbox>
            ) : (
              <p className="hint">本类作业不允许审批时修改；需要修改请驳回，由申请人修改后重新提交</p>
            )}
            {isEditing && <ApprovalEditFields ticket={ticket} edit={edit} onChange={setEdit} />}
            {consequence && (
              <Alert
                className="gap-top"
                type={consequence.isCore ? 'warning' : 'info'}
                showIcon
                title={consequence.text}
              />
            )}
          </>
        )}
        <LabelledItem label="驳回原因" className="gap-top" extra="仅驳回时填写">
          <DictSelect
            code="lo_reject_reason"
            {...(reasonCode ? { value: reasonCode } : {})}
            onChange={(value) => setReasonCode(Array.isArray(value) ? '' : value || '')}
          />
        </LabelledItem>
        <LabelledItem label="意见">
          <Input.TextArea
            value={opinion}
            maxLength={500}
            showCount
            autoSize={{ minRows: 3, maxRows: 8 }}
            placeholder="请填写意见；驳回时必填"
            onChange={(event) => setOpinion(event.target.value)}
          />
        </LabelledItem>
        {(problem || place.problem) && (
          <Alert type="error" showIcon className="gap-bottom" title={problem || place.problem} />
        )}
        {unanswered > 0 && (
          <Alert
            type="warning"
            showIcon
            className="gap-bottom"
            title={`还有 ${unanswered} 个提问没有答复；通过即表示不等待答复`}
          />
        )}
        {rehearsed?.of === asked && <RehearsalView rehearsal={rehearsed.said} />}
        <Space wrap>
          <Button
            type="primary"
            size="large"
            icon={<CheckOutlined />}
            disabled={changed || (isRunning && running === '驳回')}
            loading={place.isReading || (isRunning && running !== '驳回')}
            onClick={() => void decide(true)}
          >
            {stage === 'review' ? '审核通过' : consequence?.isCore ? '保存修改并退回重审' : '审批通过'}
          </Button>
          <Button
            danger
            size="large"
            icon={<CloseOutlined />}
            disabled={changed || (isRunning && running !== '驳回')}
            loading={running === '驳回'}
            onClick={() => void decide(false)}
          >
            驳回
          </Button>
          {stage === 'examine' && (
            <Button
              size="large"
              icon={<ExperimentOutlined />}
              disabled={changed || isRunning}
              loading={isRehearsing}
              onClick={() => void rehearse()}
            >
              试算
            </Button>
          )}
        </Space>
        {(may('delegate') || may('addSigner') || may('returnReview')) && (
          <div className="decision-more">
            {may('returnReview') && <Button onClick={() => setMore('return')}>退回审核</Button>}
            {may('delegate') && <Button onClick={() => setMore('delegate')}>委托</Button>}
            {may('addSigner') && <Button onClick={() => setMore('addSigner')}>加签</Button>}
          </div>
        )}
      </Form>
      {(more === 'delegate' || more === 'addSigner') && (
        <HandOnDialog
          detail={detail}
          way={more}
          onClose={() => setMore(null)}
          onDone={more === 'delegate' ? onDone : () => setMore(null)}
        />
      )}
      {dialog}
      {more === 'return' && <ReturnDialog detail={detail} onClose={() => setMore(null)} onDone={onDone} />}
    </div>
  )
}
