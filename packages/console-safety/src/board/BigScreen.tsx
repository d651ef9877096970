import { CloseOutlined, WarningFilled } from '@ant-design/icons'
import {
  eventFeedEndpoints,
  feedKindTexts,
  type BoardPlan,
  type FeedEvent,
  type IsolatedPoint,
} from '@suoan/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { useNow } from '@suoan/console-base/status/use-now.ts'
import { isolatedQuery, planQuery, summaryQuery } from './board-queries.ts'
import { kpisOf, staleAfterMs } from './kpis.ts'
import './big-screen.css'
import { PlanPicture } from './plan/PlanPicture.tsx'
import { layers, thingsOf } from './plan/plan-things.ts'
import './plan/plan.css'

/** Each picture stands this long, ms. */
const pictureMs = 15_000
/** Asked at least this often, beside what the notice channel makes stale (3-domain.md §6.1). */
const askMs = 10_000
/** Lines of a picture that can be read from the other end of a room. */
const lines = 8

/** Where a picture comes from, and when it was read. */
type Source = Pick<UseQueryResult, 'dataUpdatedAt' | 'isError'>

interface Props {
  /** The area whose plan is shown; null = the first that has one. */
  readonly area: string | null
  onClose(): void
}

/**
 * The board on a wall: no input, pictures in turn, the age of its figures always in sight, and a red banner when they are
 * older than a minute: then it shows what was, not what is. It keeps one answer of each call and no history, so that it can hang for
 * weeks. Escape, or the cross that comes with the pointer, ends it.
 */
export function BigScreen({ area, onClose }: Props) {
  const now = useNow(1_000)
  const turn = useTurn()
  const isPointed = usePointed()
  const mayFeed = useCan('lo:eventFeed:list')
  useEscape(onClose)
  const summary = useQuery({ ...summaryQuery, refetchInterval: askMs, refetchIntervalInBackground: true })
  const isolated = useQuery({ ...isolatedQuery, refetchInterval: askMs, refetchIntervalInBackground: true })
  const plan = useQuery({ ...planQuery(area), refetchInterval: askMs, refetchIntervalInBackground: true })
  const events = useQuery({
    queryKey: ['resource', 'eventFeed', 'bigScreen'],
    queryFn: async ({ signal }) =>
      (await call(eventFeedEndpoints.list, { limit: lines }, { signal, quiet: true })).events,
    enabled: mayFeed,
    refetchInterval: askMs,
    refetchIntervalInBackground: true,
  })
  const pictures: readonly { readonly title: string; readonly of: Source; readonly shown: ReactNode }[] = [
    {
      of: summary,
      title: '全厂',
      shown: summary.data && (
        <div className="big-kpis">
          {kpisOf(summary.data).map((kpi) => (
            <div key={kpi.key} className={kpi.isAlarm && kpi.value > 0 ? 'big-kpi is-alarm' : 'big-kpi'}>
              <span>
                {kpi.isAlarm && kpi.value > 0 && <WarningFilled />} {kpi.label}
              </span>
              <b>{kpi.value}</b>
            </div>
          ))}
        </div>
      ),
    },
    {
      of: plan,
      title: plan.data?.area ? `平面图 · ${plan.data.area.areaName}` : '平面图',
      shown: plan.data && <Plan plan={plan.data} />,
    },
    { title: '已隔离点', of: isolated, shown: isolated.data && <Points points={isolated.data} /> },
    ...(mayFeed
      ? [{ title: '最近事件', of: events, shown: events.data && <Events events={events.data} /> }]
      : []),
  ]
  const picture = pictures[turn % pictures.length]
  const { dataUpdatedAt: readAt, isError } = picture?.of ?? summary
  const seconds = readAt === 0 ? null : Math.max(0, Math.floor((now - readAt) / 1000))
  const isOld = seconds !== null && seconds * 1000 > staleAfterMs
  return (
    <div className="big-screen" role="region" aria-label="看板大屏">
      {(isOld || (isError && readAt === 0)) && (
        <div className="big-stale" role="alert">
          <WarningFilled />{' '}
          {seconds === null
            ? '没有取到数据，请检查网络'
            : `数据已 ${seconds} 秒没有更新：以下不是现在的情况，请检查网络`}
        </div>
      )}
      <header>
        <h1>{picture?.title}</h1>
        <span className="big-age" aria-live="off">
          {seconds === null ? '正在读取…' : `数据 ${seconds} 秒前`}
        </span>
        {isPointed && (
          <Button size="large" icon={<CloseOutlined />} onClick={onClose}>
            退出大屏
          </Button>
        )}
      </header>
      <main>{picture?.shown ?? <p className="big-empty">正在读取…</p>}</main>
      <footer aria-hidden>
        {pictures.map(({ title }, at) => (
          <i key={title} className={at === turn % pictures.length ? 'is-on' : ''} />
        ))}
      </footer>
    </div>
  )
}

function Plan({ plan }: { readonly plan: BoardPlan }) {
  if (plan.area === null) return <p className="big-empty">还没有区域</p>
  return (
    <div className="big-plan">
      <PlanPicture key={plan.area.id} area={plan.area} things={thingsOf(plan, new Set(layers))} />
    </div>
  )
}

function Points({ points }: { readonly points: readonly IsolatedPoint[] }) {
  if (points.length === 0) return <p className="big-empty">现在没有已隔离的点</p>
  return (
    <table className="big-table">
      <tbody>
        {points.slice(0, lines).map((point) => (
          <tr key={point.pointId}>
            <th scope="row">
              {point.pointCode} {point.pointName}
            </th>
            <td>{point.areaName ?? ''}</td>
            <td>{point.workNos.join('、')}</td>
            <td>{point.holders.slice(0, 4).join('、')}</td>
          </tr>
        ))}
        {points.length > lines && (
          <tr>
            <td colSpan={4}>另有 {points.length - lines} 个点</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

function Events({ events }: { readonly events: readonly FeedEvent[] }) {
  if (events.length === 0) return <p className="big-empty">近 92 天没有事件</p>
  return (
    <table className="big-table">
      <tbody>
        {events.map((event) => (
          <tr key={`${event.source}${event.id}`} className={(event.level ?? 0) >= 3 ? 'is-alarm' : ''}>
            <td>{event.time.slice(11)}</td>
            <th scope="row">{event.event}</th>
            <td>{event.object ?? feedKindTexts[event.kind]}</td>
            <td>{event.area ?? ''}</td>
            <td>{event.person ?? ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Counts the pictures; the page that draws it takes it by what it has. */
function useTurn(): number {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => (before + 1) % 60), pictureMs)
    return () => clearInterval(timer)
  }, [])
  return turn
}

/** Whether somebody has moved a pointer within the last seconds. */
function usePointed(): boolean {
  const [isPointed, setPointed] = useState(true)
  useEffect(() => {
    let timer = setTimeout(() => setPointed(false), 4_000)
    const see = () => {
      clearTimeout(timer)
      setPointed(true)
      timer = setTimeout(() => setPointed(false), 4_000)
    }
    addEventListener('pointermove', see)
    addEventListener('pointerdown', see)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointermove', see)
      removeEventListener('pointerdown', see)
    }
  }, [])
  return isPointed
}

function useEscape(onClose: () => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [onClose])
}
