import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { mostPlanned, workTicketEndpoints as tickets } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Segmented, Skeleton, Space } from 'antd'
import { useFreshness } from '@suoan/console-base/realtime/live-store.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { useNow } from '@suoan/console-base/status/use-now.ts'
import { ageText } from '@suoan/console-base/status/wire-time.ts'
import { ticketKey } from '../ticket-queries.ts'
import { CalendarView } from './CalendarView.tsx'
import { PlanView } from './PlanView.tsx'
import {
  dayOf,
  daysOf,
  spanAfter,
  spansOf,
  spanText,
  windowOf,
  type Shown,
  type TimedShow,
} from './shown-time.ts'
import { TimeView } from './TimeView.tsx'
import './views.css'

interface Props {
  readonly shown: Shown & { readonly show: TimedShow }
  onChange(shown: Shown): void
  /** What the list asks: filters, advanced query, tab. */
  readonly asked: Readonly<Record<string, string>>
  /** How to see more where filters or a tab leave tickets out. */
  readonly wider: Wider | null
}

interface Wider {
  readonly label: string
  go(): void
}

const spanNames = { day: '日', week: '周', month: '月' } as const

/** All tickets of a time that the filters let through: as a calendar, a time map or on the plan (3-domain.md §6.2). */
export function PlannedViews({ shown, onChange, asked, wider }: Props) {
  const { show, span } = shown
  const now = useNow()
  const today = dayOf(now)
  const day = shown.day ?? today
  const { from, hours } = windowOf(daysOf(span, day))
  const freshness = useFreshness()
  const planned = useQuery({
    queryKey: [...ticketKey, 'planned', show, from, hours, asked],
    queryFn: ({ signal }) => call(tickets.planned, { ...asked, show, from, hours }, { signal, quiet: true }),
    // The last picture stays until the next one is there, but never one of another kind or time under this title.
    placeholderData: (before, query) =>
      query?.queryKey[2] === show && query.queryKey[3] === from && query.queryKey[4] === hours
        ? before
        : undefined,
    refetchInterval: freshness === false ? 60_000 : freshness,
  })
  const go = (part: Partial<Shown>) => onChange({ ...shown, ...part })
  const turn = (count: number) => go({ day: spanAfter(span, day, count) })
  const count = planned.data?.tickets.length ?? 0
  return (
    <div className="planned" aria-busy={planned.isFetching}>
      <header className="planned-head">
        <Space.Compact>
          <Button icon={<LeftOutlined />} aria-label={`上一${spanNames[span]}`} onClick={() => turn(-1)} />
          <Button
            disabled={daysOf(span, day).includes(today) && shown.day === null}
            onClick={() => go({ day: null })}
          >
            今天
          </Button>
          <Button icon={<RightOutlined />} aria-label={`下一${spanNames[span]}`} onClick={() => turn(1)} />
        </Space.Compact>
        <h3>{spanText(span, day)}</h3>
        {planned.data && (
          <small className="hint">
            {count} 张{planned.data.isCut && '以上'}
            {planned.dataUpdatedAt > 0 && ` · ${ageText(planned.dataUpdatedAt, now)}更新`}
          </small>
        )}
        <Segmented
          className="planned-span"
          aria-label="时间范围"
          value={span}
          onChange={(next) => go({ span: next })}
          options={spansOf[show].map((value) => ({ value, label: spanNames[value] }))}
        />
      </header>
      {planned.isError && planned.data && (
        <Alert
          className="gap-bottom"
          type="error"
          showIcon
          title={`没有取到最新数据，以下是 ${ageText(planned.dataUpdatedAt, now)}的情况，请勿据此安排作业`}
          action={
            <Button size="small" onClick={() => void planned.refetch()}>
              重试
            </Button>
          }
        />
      )}
      {planned.data?.isCut && (
        <Alert
          className="gap-bottom"
          type="warning"
          showIcon
          title={`这段时间的工作票超过 ${mostPlanned} 张，以下只是计划开始最早的 ${mostPlanned} 张；请缩短时间范围或增加查询条件`}
        />
      )}
      {planned.isPending ? (
        <Skeleton active paragraph={{ rows: 10 }} />
      ) : !planned.data ? (
        <ErrorState error={planned.error} onRetry={() => void planned.refetch()} />
      ) : (
        <>
          {count === 0 && <Nothing isLine={show === 'calendar'} wider={wider} />}
          {show === 'calendar' ? (
            <CalendarView
              planned={planned.data}
              span={span}
              day={day}
              today={today}
              now={now}
              onDay={(next) => go({ day: next })}
            />
          ) : count === 0 ? null : show === 'time' ? (
            <TimeView planned={planned.data} by={shown.rows} now={now} onBy={(rows) => go({ rows })} />
          ) : (
            <PlanView planned={planned.data} plan={shown.plan} onPlan={(plan) => go({ plan })} />
          )}
        </>
      )}
    </div>
  )
}

/** Nothing stands in the time: in a line above the calendar, which is empty and still shows its days, else in its place. */
function Nothing({ isLine, wider }: { readonly isLine: boolean; readonly wider: Wider | null }) {
  const text = wider ? '这段时间没有符合条件的工作票' : '这段时间没有计划的工作票'
  const clear = wider && (
    <Button size={isLine ? 'small' : 'middle'} onClick={wider.go}>
      {wider.label}
    </Button>
  )
  return isLine ? (
    <p className="planned-none" role="status">
      {text} {clear}
    </p>
  ) : (
    <EmptyState text={text}>{clear}</EmptyState>
  )
}
