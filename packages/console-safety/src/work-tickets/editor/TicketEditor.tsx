import { workStatus } from '@suoan/domain/dictionaries'
import { ArrowLeftOutlined, SaveOutlined } from '@ant-design/icons'
import type { ProcedureDemand, TicketDetail } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Select, Steps } from 'antd'
import { Suspense, useState } from 'react'
import { TicketBadge } from '../../status/TicketBadge.tsx'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import { detailQuery } from '../ticket-queries.ts'
import '@suoan/console-base/resource/resource.css'
import '../tickets.css'
import { usePlace } from '../use-place.ts'
import { BasicsStep } from './BasicsStep.tsx'
import { blankDraft, draftOf } from './draft-model.ts'
import { filledSteps } from './filled-steps.ts'
import { SavedSign } from './SavedSign.tsx'
import { useDraft } from './use-draft.ts'

// Each step brings what it draws, such as the editable table; the first is there with the editor.
const PlaceStep = lazyPart('PlaceStep', () => import('./PlaceStep.tsx').then((m) => m.PlaceStep))
const PlanStep = lazyPart('PlanStep', () => import('./PlanStep.tsx').then((m) => m.PlanStep))
const MeasuresStep = lazyPart('MeasuresStep', () => import('./MeasuresStep.tsx').then((m) => m.MeasuresStep))
const PeopleStep = lazyPart('PeopleStep', () => import('./PeopleStep.tsx').then((m) => m.PeopleStep))
const CheckStep = lazyPart('CheckStep', () => import('./CheckStep.tsx').then((m) => m.CheckStep))

interface Props {
  /** Id of the draft; `new` begins a blank one. */
  readonly id: string
  onBack(): void
  /** A new draft has got its id. */
  onFirstSave?(id: string): void
}

/** The ticket editor: six steps, of which only the first two are needed before a draft can be kept. */
export function TicketEditor({ id, onBack, onFirstSave }: Props) {
  const isNew = id === 'new'
  const stored = useQuery({ ...detailQuery(id), enabled: !isNew })
  // Both in one place: when the first save gives a new draft its id, the editor stays what it is.
  if (isNew || stored.data)
    return (
      <Editor
        stored={isNew ? null : (stored.data ?? null)}
        onBack={onBack}
        {...(onFirstSave ? { onFirstSave } : {})}
      />
    )
  if (stored.isError)
    return (
      <div className="card">
        <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />
      </div>
    )
  return <LoadingState />
}

const noDemands: readonly ProcedureDemand[] = []
const titles = ['基本信息', '地点与设备', '隔离方案', '危害与措施', '人员与锁具', '检查并提交']

interface EditorProps extends Omit<Props, 'id'> {
  readonly stored: TicketDetail | null
}

function Editor({ stored, onBack, onFirstSave }: EditorProps) {
  const place = usePlace()
  const isMobile = useIsMobile()
  const [step, setStep] = useState(() => Number(place.step ?? 0))
  const [initial] = useState(() => (stored ? draftOf(stored) : blankDraft(Date.now())))
  const state = useDraft(initial, stored, (id) => {
    onFirstSave?.(id)
    place.openEdit(id, step)
  })
  const { draft, isDirty, saving } = state
  const problemStep = [['workName', 'workType', 'workLevel', 'planStart', 'planEnd'], ['areaId']].map(
    (names) => names.some((name) => name in state.problems),
  )

  const filled = filledSteps(draft)
  const leave = () => {
    const go = () => {
      state.forget()
      onBack()
    }
    if (!isDirty) return go()
    feedback().modal.confirm({
      title: '内容尚未保存',
      content: '离开后，未保存的内容会丢失。',
      okText: '离开',
      cancelText: '继续编辑',
      transitionName: '',
      maskTransitionName: '',
      onOk: go,
    })
  }
  const props = { draft, patch: state.patch, problems: state.problems }
  return (
    <div className="card">
      <header className="page-head">
        <Button type="text" icon={<ArrowLeftOutlined />} aria-label="返回" onClick={leave} />
        <h2>{stored ? stored.ticket.workNo : '新建工作票'}</h2>
        {stored && <TicketBadge ticket={stored.ticket} />}
        <span className="grow" />
        <SavedSign isDirty={isDirty} saving={saving} savedAt={state.savedAt} isNew={!stored} />
        <Button
          type="primary"
          icon={<SaveOutlined />}
          loading={saving}
          onClick={() => void state.save('press')}
        >
          保存草稿
        </Button>
      </header>
      {stored && stored.ticket.workStatus !== workStatus.draft && (
        <p className="hint">本票被驳回；保存修改后进入第 {stored.ticket.round + 1} 轮，需要重新提交。</p>
      )}
      {isMobile ? (
        <Select
          size="large"
          className="full gap-bottom"
          aria-label="步骤"
          value={step}
          options={titles.map((title, index) => ({
            value: index,
            label: `${index + 1} / ${titles.length} ${title}${problemStep[index] ? '（有误）' : ''}`,
          }))}
          onChange={setStep}
        />
      ) : (
        <Steps
          className="editor-steps"
          size="small"
          current={step}
          onChange={setStep}
          items={titles.map((title, index) => ({
            title,
            // What is not filled in yet is not ticked off because somebody went past it.
            status: problemStep[index]
              ? 'error'
              : index === step
                ? 'process'
                : filled[index]
                  ? 'finish'
                  : 'wait',
          }))}
        />
      )}
      <Form layout="vertical" component="div">
        {step === 0 && <BasicsStep {...props} />}
        <Suspense fallback={<LoadingState />}>
          {step === 1 && <PlaceStep {...props} />}
          {step === 2 && <PlanStep {...props} />}
          {step === 3 && <MeasuresStep {...props} />}
          {step === 4 && (
            <PeopleStep {...props} demands={stored?.ticket.procedurePeople ?? noDemands} workId={state.id} />
          )}
          {step === 5 && <CheckStep state={state} onSubmitted={() => place.openView(state.id ?? '')} />}
        </Suspense>
      </Form>
      <footer className="editor-foot">
        <Button disabled={step === 0} onClick={() => setStep(step - 1)}>
          上一步
        </Button>
        {step < titles.length - 1 && (
          <Button type="primary" onClick={() => setStep(step + 1)}>
            下一步
          </Button>
        )}
      </footer>
    </div>
  )
}
