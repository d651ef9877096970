import { LeftOutlined, ReloadOutlined, RightOutlined } from '@ant-design/icons'
import type { SimopsMap } from '@suoan/contract'
import { simopsEndpoints } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { isOpenConflict } from '@suoan/domain/isolation'
import { kindsOf } from '@suoan/domain/work-ticket'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Segmented, Select, Skeleton, Space } from 'antd'
import { useState } from 'react'
import { useNow } from '@suoan/console-base/status/use-now.ts'
import { ageText, wireTimeOf } from '@suoan/console-base/status/wire-time.ts'
import { useFreshness } from '@suoan/console-base/realtime/live-store.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import { TicketDesk } from '../TicketDesk.tsx'
import { ticketKey } from '../ticket-queries.ts'
import '../tickets.css'
import { SimopsChart } from './SimopsChart.tsx'
import { SimopsList } from './SimopsList.tsx'
import { simopsRows, type SimopsFilter } from './simops-layout.ts'
import './simops.css'
import { SimopsTicketDrawer } from './SimopsTicketDrawer.tsx'

const hour = 3_600_000

/** 冲突与排程: which tickets run where and when, and where they get in each other's way (3-domain.md §6.1, M7). */
export default function SimopsPage() {
  return (
    <TicketDesk>
      <Simops />
    </TicketDesk>
  )
}

function Simops() {
  const isMobile = useIsMobile()
  const now = useNow(10_000)
  const [hours, setHours] = useState(24)
  // 0 = from now on; otherwise so many windows later or earlier.
  const [turns, setTurns] = useState(0)
  const [view, setView] = useState<'map' | 'list' | null>(null)
  const [filter, setFilter] = useState<SimopsFilter>({ areaCode: '', workType: '', severity: 0 })
  const [open, setOpen] = useState<string | null>(null)
  const freshness = useFreshness()
  const map = useQuery({
    queryKey: [...ticketKey, 'simops', hours, turns],
    queryFn: ({ signal }) =>
      call(
        simopsEndpoints.map,
        { hours, ...(turns === 0 ? {} : { from: Date.now() + turns * hours * hour }) },
        { signal, quiet: true },
      ),
    refetchInterval: freshness === false ? 30_000 : freshness,
  })
  const shownView = view ?? (isMobile ? 'list' : 'map')
  return (
    <div className="card simops">
      <header className="page-head">
        <h2>冲突与排程</h2>
        <small className="hint grow">
          {map.data && `${wireTimeOf(map.data.from).slice(5, 16)} 至 ${wireTimeOf(map.data.to).slice(5, 16)}`}
          {map.dataUpdatedAt > 0 && ` · ${ageText(map.dataUpdatedAt, now)}更新`}
        </small>
        <Button
          icon={<ReloadOutlined />}
          aria-label="刷新"
          loading={map.isFetching}
          onClick={() => void map.refetch()}
        />
      </header>
      <div className="simops-filters">
        <Segmented
          value={hours}
          aria-label="时间范围"
          onChange={(value) => {
            setHours(value)
            setTurns(0)
          }}
          options={[
            { value: 24, label: '24 小时' },
            { value: 168, label: '7 天' },
          ]}
        />
        <Space.Compact>
          <Button icon={<LeftOutlined />} aria-label="更早" onClick={() => setTurns(turns - 1)} />
          <Button disabled={turns === 0} onClick={() => setTurns(0)}>
            现在
          </Button>
          <Button icon={<RightOutlined />} aria-label="更晚" onClick={() => setTurns(turns + 1)} />
        </Space.Compact>
        <Segmented
          value={shownView}
          aria-label="显示方式"
          onChange={setView}
          options={[
            { value: 'map', label: '时间图' },
            { value: 'list', label: '列表' },
          ]}
        />
        {map.data && <Filters map={map.data} filter={filter} onChange={setFilter} />}
      </div>
      {map.isError && map.data && (
        <Alert
          className="gap-bottom"
          type="error"
          showIcon
          title={`没有取到最新数据，以下是 ${ageText(map.dataUpdatedAt, now)}的情况，请勿据此安排作业`}
          action={
            <Button size="small" onClick={() => void map.refetch()}>
              重试
            </Button>
          }
        />
      )}
      {map.data?.isCut && (
        <Alert
          className="gap-bottom"
          type="warning"
          showIcon
          title="工作票太多，只显示最早的 400 张，请缩短时间范围"
        />
      )}
      {map.isPending ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : map.data ? (
        <Shown map={map.data} filter={filter} view={shownView} now={now} onOpen={setOpen} />
      ) : (
        <ErrorState error={map.error} onRetry={() => void map.refetch()} />
      )}
      {map.data && open && (
        <SimopsTicketDrawer map={map.data} id={open} onOpen={setOpen} onClose={() => setOpen(null)} />
      )}
    </div>
  )
}

interface ShownProps {
  readonly map: SimopsMap
  readonly filter: SimopsFilter
  readonly view: 'map' | 'list'
  readonly now: number
  onOpen(id: string): void
}

function Shown({ map, filter, view, now, onOpen }: ShownProps) {
  const rows = simopsRows(map, filter)
  const ids = new Set(rows.flatMap((row) => row.bars.map((bar) => bar.ticket.id)))
  const conflicts = map.conflicts.filter((each) => ids.has(each.a) || ids.has(each.b))
  if (rows.length === 0)
    return <EmptyState text={map.tickets.length === 0 ? '这段时间没有工作票' : '没有符合筛选条件的工作票'} />
  const blocking = conflicts.filter(isOpenConflict).length
  return (
    <>
      <p className="simops-sum">
        {ids.size} 张工作票，{conflicts.length} 项冲突
        {blocking > 0 && <b>，{blocking} 项未解决</b>}
      </p>
      {view === 'map' ? (
        <SimopsChart map={map} rows={rows} now={now} onOpen={onOpen} />
      ) : (
        <SimopsList map={map} rows={rows} conflicts={conflicts} onOpen={onOpen} />
      )}
    </>
  )
}

interface FiltersProps {
  readonly map: SimopsMap
  readonly filter: SimopsFilter
  onChange(filter: SimopsFilter): void
}

function Filters({ map, filter, onChange }: FiltersProps) {
  const types = [...new Set(map.tickets.flatMap(kindsOf))].toSorted()
  return (
    <>
      <Select
        className="simops-select"
        aria-label="区域"
        value={filter.areaCode}
        onChange={(areaCode) => onChange({ ...filter, areaCode })}
        options={[
          { value: '', label: '全部区域' },
          ...map.areas.map((area) => ({ value: area.areaCode, label: area.areaName })),
        ]}
      />
      <Select
        className="simops-select"
        aria-label="作业类型"
        value={filter.workType}
        onChange={(workType) => onChange({ ...filter, workType })}
        options={[
          { value: '', label: '全部类型' },
          ...types.map((type) => ({ value: type, label: labelOf('lo_work_type', type) })),
        ]}
      />
      <Select
        className="simops-select"
        aria-label="冲突严重度"
        value={filter.severity}
        onChange={(severity) => onChange({ ...filter, severity })}
        options={[
          { value: 0, label: '不限冲突' },
          { value: 1, label: '有冲突' },
          { value: 2, label: '需措施以上' },
          { value: 3, label: '阻断' },
        ]}
      />
    </>
  )
}
