import { ReloadOutlined, SendOutlined } from '@ant-design/icons'
import { workTicketEndpoints as tickets } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { RuleList } from '@suoan/console-base/refusal/RuleList.tsx'
import { call } from '@suoan/console-base/request/call.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { ConflictPanel } from '../conflicts/ConflictPanel.tsx'
import { planReport } from '../plan-report.ts'
import { ReasonDialog } from '../page/ReasonDialog.tsx'
import { RejectionNote } from '../page/RejectionNote.tsx'
import { detailQuery, ticketKey } from '../ticket-queries.ts'
import { usePageMove } from '../use-move.ts'
import type { DraftState } from './use-draft.ts'

/** 6 检查并提交: the plan as it is stored, judged by G01–G07; submitting says every reason when it is refused. */
export function CheckStep({ state, onSubmitted }: { state: DraftState; onSubmitted(): void }) {
  const { id, draft, isDirty, saving } = state
  const maySubmit = useCan('lo:work:submit')
  const { move, isRunning } = usePageMove(id ?? '')
  const saveFirst = useEffectEvent(() => {
    if (isDirty || !id) void state.save('press')
  })
  // What is checked must be what will be submitted: open changes are kept when the step opens.
  useEffect(() => saveFirst(), [])
  const check = useQuery({
    queryKey: [...ticketKey, 'check', id, state.savedAt],
    queryFn: ({ signal }) => call(tickets.checkPlan, { id: id ?? '' }, { signal, quiet: true }),
    enabled: id !== undefined && !isDirty,
    staleTime: 0,
  })
  const kept = useQuery({ ...detailQuery(id ?? ''), enabled: id !== undefined && !isDirty })
  const rejection = kept.data?.rejection ?? null
  const [isAsking, setAsking] = useState(false)
  if (!id) return <Alert type="warning" showIcon title="草稿还没有保存，请先补全必填项并点击“保存草稿”" />
  // No old answer: what was right a minute ago is no reason to submit now.
  if (check.isError) return <ErrorState error={check.error} onRetry={() => void check.refetch()} />
  if (!check.data) return <Skeleton active paragraph={{ rows: 8 }} />
  const report = planReport(check.data, draft.needIsolation === 1)
  const submit = async (answer = '') => {
    const done = await move('提交', (press) =>
      call(tickets.submit, { workId: id, ...press, answer }, { quiet: true }),
    )
    if (done) onSubmitted()
    else await check.refetch()
    return done
  }
  return (
    <>
      <RejectionNote rejection={rejection} />
      <Alert
        type={report.isReady ? 'success' : 'error'}
        showIcon
        title={report.summary}
        action={
          <Button
            size="small"
            icon={<ReloadOutlined />}
            loading={check.isFetching}
            onClick={() => void check.refetch()}
          >
            重新检查
          </Button>
        }
      />
      <RuleList rules={check.data.rules} />
      <Alert
        type={report.cut.tone}
        showIcon
        title={report.cut.title}
        description={report.cut.paths.length > 0 ? report.cut.paths.join('；') : undefined}
      />
      <div className="gap-top">
        <ConflictPanel workId={id} />
      </div>
      {maySubmit && (
        <Button
          type="primary"
          size="large"
          className="gap-top"
          icon={<SendOutlined />}
          loading={isRunning || saving}
          onClick={() => (rejection?.isUnchanged ? setAsking(true) : void submit())}
        >
          提交审核
        </Button>
      )}
      {isAsking && (
        <ReasonDialog
          title="提交"
          asks="对驳回意见的说明"
          question="内容与被驳回时相同。改了什么，或者为什么不用改？审核人会看到您的说明。"
          onClose={() => setAsking(false)}
          onDone={submit}
        />
      )}
      {!report.isReady && <p className="hint">有不通过的检查项时，提交会被拒绝；处理后点击“重新检查”。</p>}
    </>
  )
}
