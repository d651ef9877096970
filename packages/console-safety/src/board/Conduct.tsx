import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { Answered } from '@suoan/console-base/states/Answered.tsx'
import { conductQuery } from './board-queries.ts'
import './board.css'
import { percentOf } from './day-figures.ts'
import { conductOf } from './conduct-of.ts'
import { lazyChart } from './lazy-chart.tsx'

const RadarChart = lazyChart(
  'RadarChart',
  () => import('./RadarChart.tsx').then((m) => m.RadarChart),
  'chart radar',
)

/** 规范指数: five parts of a hundred, as a radar and as figures (5-screens.md §9.6, decision 0300). */
export function Conduct() {
  const conduct = useQuery(conductQuery)
  return (
    <section className="card" aria-label="规范指数">
      <h3>规范指数（近 30 天）</h3>
      <Answered query={conduct} rows={8}>
        {({ axes }) =>
          axes.every((axis) => conductOf.every(({ key }) => axis[key].of === 0)) ? (
            <EmptyState text="近 30 天没有可以统计的作业和开锁；参加作业后会出现在这里" />
          ) : (
            <>
              <RadarChart axes={axes} />
              <table className="conduct">
                <thead>
                  <tr>
                    <th scope="col">指标</th>
                    {conductOf.map(({ key, label }) => (
                      <th key={key} scope="col">
                        {label}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {axes.map((axis) => (
                    <tr key={axis.title}>
                      <th scope="row" title={axis.text}>
                        {axis.title}
                      </th>
                      {conductOf.map(({ key }) => {
                        const { done, of } = axis[key]
                        const percent = percentOf(done, of)
                        return (
                          <td key={key} title={`${done}/${of}`}>
                            {percent === null ? '—' : `${percent}%`}
                          </td>
                        )
                      })}
                    </tr>
                  ))}
                </tbody>
              </table>
            </>
          )
        }
      </Answered>
    </section>
  )
}
