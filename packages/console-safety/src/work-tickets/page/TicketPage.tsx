import { ArrowLeftOutlined, BellOutlined, HistoryOutlined, ReloadOutlined } from '@ant-design/icons'
import { Alert, Badge, Button, Space, Steps, Tabs } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { TicketBadge } from '../../status/TicketBadge.tsx'
import { serverNow } from '@suoan/console-base/request/server-clock.ts'
import { useServerNow } from '@suoan/console-base/status/use-now.ts'
import { useFreshness } from '@suoan/console-base/realtime/live-store.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import { PrintTicket } from '../../papers/PrintTicket.tsx'
import { StopOrders } from '../../stop-orders/StopOrders.tsx'
import { ConflictPanel } from '../conflicts/ConflictPanel.tsx'
import { openQuestions } from '../approval/open-questions.ts'
import { kindText, textOf } from '../text-of.ts'
import { detailQuery } from '../ticket-queries.ts'
import { turnQuery } from '../turn/turn-queries.ts'
import { BegunStep, useBeginning } from '../turn/begun-step.ts'
import { LinkGone } from '../turn/LinkGone.tsx'
import { tabOf } from '../turn/turn-words.ts'
import '@suoan/console-base/resource/resource.css'
import '../tickets.css'
import { WindowBar } from '../WindowBar.tsx'
import { RenewalNote } from '../emergency/RenewalNote.tsx'
import { AttachTab } from './AttachTab.tsx'
import { DecisionsTab } from './DecisionsTab.tsx'
import { DetailTab } from './DetailTab.tsx'
import { ExecutionNotes } from './ExecutionNotes.tsx'
import { GasTab } from './GasTab.tsx'
import { MeasuresTab } from './MeasuresTab.tsx'
import './page.css'
import { PeopleTab } from './PeopleTab.tsx'
import { phaseSteps } from './phase-steps.ts'
import { PointsTab } from './PointsTab.tsx'
import { RejectionNote } from './RejectionNote.tsx'
import { TimelineTab } from './TimelineTab.tsx'
import { UnsyncedNote } from './UnsyncedNote.tsx'
import { TransitionBar } from './TransitionBar.tsx'

/** One ticket: where it stands, what can be done now, and everything it says (3-domain.md §6.3). */
export function TicketPage({ id, onBack }: { id: string; onBack(): void }) {
  const freshness = useFreshness()
  const detail = useQuery({
    ...detailQuery(id),
    // What time alone changes is asked for again when it has: a request that lapses, a deadline that passes.
    refetchInterval: ({ state }) => sooner(freshness, state.data?.changesAt ?? null, serverNow()),
  })
  const turn = useQuery({ ...turnQuery(id), refetchInterval: freshness })
  const now = useServerNow()
  const navigate = useNavigate()
  const isMobile = useIsMobile()
  const mayReplay = useCan('lo:work:list')
  const [tab, setTab] = useState<string | null>(null)
  const [first, setFirst] = useState<string | null>(null)
  const { begun, begin, end, gone } = useBeginning(turn.data, !detail.isFetching && !turn.isFetching)
  const [shownFor, setShownFor] = useState<typeof begun>(null)
  if (begun !== shownFor && detail.data) {
    setShownFor(begun)
    const own = begun && tabOf(begun.step)
    if (own) setTab(own)
  }
  // His own tab is open at once; it stays when the turn goes on to somebody else.
  const isTurnComing = first === null && turn.isPending && turn.fetchStatus === 'fetching'
  if (detail.isPending || isTurnComing) return <LoadingState />
  if (!detail.data)
    return (
      <div className="card">
        <Button type="text" icon={<ArrowLeftOutlined />} aria-label="返回" onClick={onBack} />
        <ErrorState
          error={detail.error}
          onRetry={() => void detail.refetch()}
          missing={{
            title: '没有这张工作票',
            text: '工作票可能已删除，或不在您可查看的范围内；请从列表中打开，或向发来链接的人核实。',
            go: '返回列表',
            onGo: onBack,
          }}
        />
      </div>
    )
  const { ticket, points, people, measures, gas, conflicts, situation, asked, questions } = detail.data
  const unanswered = openQuestions(detail.data)
  const { isRunning } = situation
  const usual = isRunning && points.length > 0 ? 'points' : 'detail'
  if (first === null) setFirst((turn.data?.mine && tabOf(turn.data.mine)) ?? usual)
  const open = [...new Set(conflicts.filter((row) => row.isOpen).map((row) => row.otherWorkNo))]
  const { current, steps } = phaseSteps(ticket)
  const label = (text: string, count: number) => (
    <span>
      {text} {count > 0 && <Badge count={count} color="var(--solid-none)" size="small" />}
    </span>
  )
  return (
    <BegunStep value={{ begun, end }}>
      <div className="card ticket-page">
        <header className="page-head">
          <Button type="text" icon={<ArrowLeftOutlined />} aria-label="返回列表" onClick={onBack} />
          <div className="grow">
            <h2>{ticket.workName}</h2>
            <small>
              {ticket.workNo} · {kindText(ticket)} · {textOf(ticket, 'workLevel')}
            </small>
          </div>
          <TicketBadge ticket={ticket} />
          <WindowBar ticket={ticket} />
          <Space wrap>
            <PrintTicket workId={ticket.id} />
            {mayReplay && (
              <Button icon={<HistoryOutlined />} onClick={() => void navigate(`/isps/replay/${ticket.id}`)}>
                回放
              </Button>
            )}
            <Button
              icon={<ReloadOutlined />}
              aria-label="刷新"
              loading={detail.isFetching}
              onClick={() => void detail.refetch()}
            />
          </Space>
        </header>
        {isMobile ? (
          <p className="hint">
            第 {current + 1} 步，共 {steps.length} 步：{steps[current]}
          </p>
        ) : (
          <Steps
            className="phase-steps"
            size="small"
            current={current}
            status={situation.isBroken ? 'error' : 'process'}
            items={steps.map((title) => ({ title }))}
          />
        )}
        <LinkGone piece={gone} onClose={end} />
        <RejectionNote rejection={detail.data.rejection} />
        <TransitionBar detail={detail.data} turn={turn.data} onBegin={begin} onGone={onBack} />
        {/* Below the stop and the steps: coming above them it would move another button under the finger. */}
        <KeptNote of="本页" query={[detail, turn]} />
        {asked && (
          <Alert className="gap-bottom" type="info" showIcon icon={<BellOutlined />} title={asked.text} />
        )}
        {questions.mayAnswer && unanswered > 0 && (
          <Alert
            className="gap-bottom"
            type="warning"
            showIcon
            title={`审查人员有 ${unanswered} 个提问等待您答复`}
            action={<Button onClick={() => setTab('decisions')}>去答复</Button>}
          />
        )}
        {open.length > 0 && (
          <Alert
            className="gap-bottom"
            type="warning"
            showIcon
            title={`与 ${open.length} 张票的冲突还没有解决：${open.join('、')}`}
          />
        )}
        <ExecutionNotes detail={detail.data} now={now} />
        <RenewalNote detail={detail.data} />
        {isRunning && <StopOrders area={{ id: ticket.areaId, code: ticket.areaCode }} />}
        <UnsyncedNote detail={detail.data} />
        <Tabs
          activeKey={tab ?? first ?? usual}
          onChange={setTab}
          items={[
            { key: 'detail', label: '详情', children: <DetailTab detail={detail.data} /> },
            {
              key: 'points',
              label: label('隔离', points.length),
              children: <PointsTab detail={detail.data} />,
            },
            {
              key: 'people',
              label: label('人员', people.length),
              children: <PeopleTab detail={detail.data} />,
            },
            {
              key: 'measures',
              label: label('措施', measures.length),
              children: <MeasuresTab detail={detail.data} />,
            },
            { key: 'gas', label: label('气体', gas.length), children: <GasTab detail={detail.data} /> },
            { key: 'decisions', label: '审核审批', children: <DecisionsTab detail={detail.data} /> },
            {
              key: 'conflicts',
              label: label('冲突', conflicts.length),
              children: <ConflictPanel workId={ticket.id} />,
            },
            { key: 'files', label: '附件', children: <AttachTab workId={ticket.id} /> },
            { key: 'timeline', label: '时间线', children: <TimelineTab detail={detail.data} /> },
          ]}
        />
      </div>
    </BegunStep>
  )
}

/** Past the moment, so that the server's clock has passed it too; and no interval longer than a browser can count. */
const pastMs = 500
const longestMs = 3_600_000

/** The nearer of an interval (ms) and a moment (epoch ms), as an interval from `now`. */
function sooner(interval: number | false, at: number | null, now: number): number | false {
  if (at === null) return interval
  const until = Math.min(Math.max(at - now, 0) + pastMs, longestMs)
  return interval === false ? until : Math.min(interval, until)
}
