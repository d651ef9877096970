import { RankList } from '@suoan/ui/figures'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, DatePicker, Tabs } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useNow } from '@suoan/console-base/status/use-now.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { Answered } from '@suoan/console-base/states/Answered.tsx'
import { volumeQuery } from './board-queries.ts'
import { rangeAt, ranges, sum } from './day-figures.ts'
import { lazyChart } from './lazy-chart.tsx'

const VolumeChart = lazyChart('VolumeChart', () => import('./VolumeChart.tsx').then((m) => m.VolumeChart))

const kinds = {
  tickets: {
    tab: '工作票',
    unit: '票',
    chart: '工作票数量',
    rank: '班组作业排行榜',
    empty: '这段时间没有计划的工作票，请换个日期范围',
  },
  openings: {
    tab: '开锁',
    unit: '次',
    chart: '开锁次数',
    rank: '区域开锁排行榜',
    empty: '这段时间没有开锁记录，请换个日期范围',
  },
} as const
type Kind = keyof typeof kinds
const isKind = (key: string): key is Kind => key in kinds

/** Tickets or openings over a range of days, and who or where most (5-screens.md §9.2). */
export function VolumeCard() {
  const now = useNow(60_000)
  const [kind, setKind] = useState<Kind>('tickets')
  const [[from, to], setRange] = useState(() => rangeAt('year', Date.now()))
  const volume = useQuery({ ...volumeQuery(kind, from, to), placeholderData: keepPreviousData })
  const { chart, rank, unit, empty } = kinds[kind]
  return (
    <section className="card volume volume-coming" aria-label="作业与开锁统计">
      <Tabs
        activeKey={kind}
        onChange={(key) => isKind(key) && setKind(key)}
        items={Object.entries(kinds).map(([key, { tab }]) => ({ key, label: tab }))}
      />
      <div className="volume-range">
        {ranges.map(({ key, label }) => {
          const [first, last] = rangeAt(key, now)
          return (
            <Button
              key={key}
              type="link"
              size="small"
              aria-pressed={first === from && last === to}
              className={first === from && last === to ? 'volume-chosen' : 'volume-other'}
              onClick={() => setRange([first, last])}
            >
              {label}
            </Button>
          )
        })}
        <DatePicker.RangePicker
          aria-label="统计日期"
          allowClear={false}
          value={[dayjs(from), dayjs(to)]}
          onChange={(range) => {
            const [first, last] = range ?? []
            if (first && last) setRange([first.format('YYYY-MM-DD'), last.format('YYYY-MM-DD')])
          }}
        />
      </div>
      <div className="volume-body">
        <Answered query={volume} rows={9}>
          {(data) => {
            const all = sum(data.buckets.map(({ count }) => count))
            return all === 0 ? (
              <div className="chart-empty">
                <EmptyState text={empty} />
              </div>
            ) : (
              <div className="volume-parts" aria-busy={volume.isPlaceholderData}>
                <div>
                  <h4>
                    {chart}（共 {all.toLocaleString('zh-CN')} {unit}）
                  </h4>
                  <VolumeChart volume={data} name={chart} />
                </div>
                <RankList title={rank} rows={data.rank} />
              </div>
            )
          }}
        </Answered>
      </div>
    </section>
  )
}
