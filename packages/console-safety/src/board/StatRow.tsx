import type { BoardDays } from '@suoan/contract'
import { MiniArea, MiniBars, StatCard, TargetBar, Trend } from '@suoan/ui/figures'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Answered } from '@suoan/console-base/states/Answered.tsx'
import { daysQuery } from './board-queries.ts'
import { dayChange, lastWeek, percentOf, perDay, sum, weekChange, weekShares } from './day-figures.ts'

interface Card {
  readonly title: string
  readonly hint: string
  value(days: BoardDays): ReactNode
  picture(days: BoardDays): ReactNode
  footer(days: BoardDays): ReactNode
}

const times = (count: number, unit: string) => (
  <>
    {count.toLocaleString('zh-CN')} <small>{unit}</small>
  </>
)
const shareText = (percent: number | null) => (percent === null ? '—' : `${percent}%`)
const today = (counts: readonly number[]) => counts.at(-1) ?? 0
const listed = (counts: readonly number[]) => `近 7 天依次 ${lastWeek(counts).join('、')}`
const count = (
  title: string,
  hint: string,
  of: keyof Omit<BoardDays, 'days'>,
  unit: string,
  todayLabel: string,
  picture: 'area' | 'bars',
): Card => ({
  title,
  hint,
  value: (days) => times(sum(days[of]), unit),
  picture: (days) => {
    const Picture = picture === 'area' ? MiniArea : MiniBars
    return <Picture values={lastWeek(days[of])} label={`${title}，${listed(days[of])}`} />
  },
  footer: (days) => (
    <span>
      {todayLabel} {today(days[of])} {unit}
    </span>
  ),
})

/** 统计图表: what the plant did in thirty days (5-screens.md §9.2, decision 0300). */
const plantCards: readonly Card[] = [
  {
    title: '近 30 天作业',
    hint: '计划在最近 30 天内开始的工作票，不含草稿和已作废的',
    value: ({ planned }) => times(sum(planned), '票'),
    picture: ({ planned }) => (
      <>
        <Trend label="近 7 天比前 7 天" change={weekChange(planned)} />
        <Trend label="昨日比前日" change={dayChange(planned)} />
      </>
    ),
    footer: ({ planned }) => <span>日均作业 {perDay(planned)} 票</span>,
  },
  count('近 30 天开锁', '最近 30 天的开锁次数；图为近 7 天', 'openings', '次', '今日开锁', 'area'),
  count('近 30 天完工', '最近 30 天内收尾的工作票；图为近 7 天', 'finished', '票', '今日完工', 'bars'),
  {
    title: '凭票开锁率',
    hint: '最近 30 天的开锁中，凭工作票开的所占比例，目标 100%',
    value: ({ ticketed, openings }) => shareText(percentOf(sum(ticketed), sum(openings))),
    picture: ({ ticketed, openings }) => {
      const share = percentOf(sum(ticketed), sum(openings))
      return share === null ? (
        <span>最近 30 天没有开锁</span>
      ) : (
        <TargetBar percent={share} target={100} label={`凭票开锁率 ${share}%，目标 100%`} />
      )
    },
    footer: ({ ticketed, openings }) => {
      const { now, before } = weekShares(ticketed, openings)
      return (
        <>
          <span>近 7 天 {shareText(now)}</span>
          <span>前 7 天 {shareText(before)}</span>
        </>
      )
    },
  },
]

/** 统计图表2: the plant's work and one's own (§9.3). */
const workCards: readonly Card[] = [
  count('作业量', '计划在最近 30 天内开始的工作票；图为近 7 天', 'planned', '票', '今日作业', 'area'),
  count('完工量', '最近 30 天内收尾的工作票；图为近 7 天', 'finished', '票', '今日完工', 'bars'),
  count('我的作业量', '作业量中您参加的；图为近 7 天', 'ownPlanned', '票', '今日作业', 'area'),
  count('我的完工量', '完工量中您参加的；图为近 7 天', 'ownFinished', '票', '今日完工', 'bars'),
]

/** A row of four figures. */
export function StatRow({ cards }: { cards: 'plant' | 'work' }) {
  const days = useQuery(daysQuery)
  const shown = cards === 'plant' ? plantCards : workCards
  if (days.data === undefined && days.isError)
    return (
      <section className="card">
        <Answered query={days}>{() => null}</Answered>
      </section>
    )
  return (
    <div className="stats">
      {shown.map(({ title, hint, value, picture, footer }) => (
        <StatCard
          key={title}
          title={title}
          hint={hint}
          {...(days.data
            ? { value: value(days.data), children: picture(days.data), footer: footer(days.data) }
            : { loading: true })}
        />
      ))}
    </div>
  )
}
