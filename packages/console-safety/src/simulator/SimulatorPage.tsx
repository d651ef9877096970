import { demoEndpoints, demoPaces, type DemoPace } from '@suoan/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Progress, Segmented, Steps } from 'antd'
import { Link } from 'react-router'
import { showFailure } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { PlayedLocks } from './PlayedLocks.tsx'
import './simulator.css'

const paceWords: Readonly<Record<DemoPace, string>> = { 0: '停住', 1: '×1', 10: '×10', 60: '×60' }

/** 模拟器: the hands at the demo plant's locks, the pace of its day, and a ticket step by step. Only in a demo. */
export default function SimulatorPage() {
  const state = useQuery({
    queryKey: ['demo', 'state'],
    queryFn: ({ signal }) => call(demoEndpoints.state, {}, { signal, quiet: true }),
    refetchInterval: 5_000,
  })
  if (state.isPending) return <LoadingState rows={6} />
  if (!state.data) return <ErrorState error={state.error} onRetry={() => void state.refetch()} />
  const { history, isPlayed } = state.data
  return (
    <div className="card simulator">
      <KeptNote query={state} />
      <header>
        <h1>模拟器</h1>
        <p>
          这里的操作代替现场的手：锁具经 MQTT
          上报，平台按真实设备处理。只对演示工厂的锁具有效，只改变设备，不改平台的记录。
        </p>
        {history !== null && (
          <p className="simulator-history" role="status">
            正在生成演示历史 {percentOf(history)} %（{history.done} / {history.of} 张工作票）
            <Progress
              percent={percentOf(history)}
              showInfo={false}
              size="small"
              aria-label="演示历史生成进度"
            />
          </p>
        )}
      </header>
      {isPlayed ? (
        <>
          <Pace />
          <Story />
          <PlayedLocks />
        </>
      ) : (
        <p>锁具模拟器没有启动。请以 SIMULATOR=1 重新启动服务端。</p>
      )}
    </div>
  )
}

const percentOf = ({ done, of }: { done: number; of: number }): number =>
  Math.floor((done / Math.max(1, of)) * 100)

function Pace() {
  const client = useQueryClient()
  const pace = useQuery({
    queryKey: ['demo', 'pace'],
    queryFn: ({ signal }) => call(demoEndpoints.pace, {}, { signal }),
  })
  const set = useMutation({
    mutationFn: (wanted: DemoPace) => call(demoEndpoints.setPace, { pace: wanted }),
    onSuccess: (answer) => client.setQueryData(['demo', 'pace'], answer),
    onError: showFailure,
  })
  return (
    <section aria-labelledby="simulator-pace">
      <h2 id="simulator-pace">工作日的速度</h2>
      <p>
        作业中的票上，人员进出、开柜关柜每分钟一次；×10、×60
        更密。偶尔会忘关一把锁，约一刻钟后出现未关锁警告。
      </p>
      <Segmented
        value={pace.data?.pace ?? 0}
        disabled={pace.isPending || set.isPending}
        options={demoPaces.map((value) => ({ value, label: paceWords[value] }))}
        onChange={(value) => set.mutate(value)}
      />
    </section>
  )
}

function Story() {
  const client = useQueryClient()
  const story = useQuery({
    queryKey: ['demo', 'story'],
    queryFn: ({ signal }) => call(demoEndpoints.story, {}, { signal }),
  })
  const next = useMutation({
    mutationFn: () => call(demoEndpoints.nextStep, {}),
    onSuccess(answer) {
      client.setQueryData(['demo', 'story'], answer)
      void client.invalidateQueries({ queryKey: ['demo', 'locks'] })
    },
    onError: showFailure,
  })
  if (!story.data) return null
  const { steps, workId, trouble } = story.data
  const done = steps.filter((step) => step.done).length
  const isOver = done === steps.length
  return (
    <section aria-labelledby="simulator-story">
      <h2 id="simulator-story">一张票的故事</h2>
      <p>
        P-103 密封油泵的一张工作票，由演示人员一步一步办完。每一步都是真实的调用，规则不允许时会说明原因。
      </p>
      <div className="simulator-story-actions">
        <Button type="primary" loading={next.isPending} onClick={() => next.mutate()}>
          {done === 0 || isOver
            ? `从头开始：${steps[0]?.title ?? ''}`
            : `下一步：${steps[done]?.title ?? ''}`}
        </Button>
        {workId !== null && <Link to={`/isps/loWorkView/${workId}`}>打开这张工作票</Link>}
      </div>
      {trouble !== null && (
        <p className="simulator-trouble" role="alert">
          这一步没有办成：{trouble}
        </p>
      )}
      <Steps
        orientation="vertical"
        size="small"
        current={done}
        items={steps.map(({ title, who }) => ({ title, content: who }))}
      />
    </section>
  )
}
