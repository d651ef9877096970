import { useIsNarrow } from '@suoan/console-base/use-width.ts'
import { ticksOf } from './figures.ts'
import './monitor.css'

export interface ChartLine {
  readonly name: string
  readonly color: string
  /** Null where it was not measured: the line has a gap there. */
  readonly points: readonly { readonly at: number; readonly value: number | null }[]
}

const HEIGHT = 160
const PAD = { left: 56, right: 8, top: 10, bottom: 22 }

/** Lines over time, drawn once per answer: no library and no animation, so that an open page costs next to nothing. */
export function LineChart({
  title,
  lines,
  show,
  limit,
  isCount = false,
}: {
  readonly title: string
  readonly lines: readonly ChartLine[]
  readonly show: (value: number) => string
  /** The largest value there can be; that of the lines where there is none. */
  readonly limit?: number
  /** It counts things: the axis has whole numbers alone. */
  readonly isCount?: boolean
}) {
  // The drawing is fitted to its place: drawn as wide as that, its words keep a size that can be read.
  const width = useIsNarrow() ? 330 : 600
  const all = lines.flatMap(({ points }) => points)
  const values = all.flatMap(({ value }) => (value === null ? [] : [value]))
  const ticks = ticksOf(Math.max(limit ?? 0, ...values) || 1, isCount)
  const most = Math.max(...ticks)
  const times = all.map(({ at }) => at)
  const first = Math.min(...times)
  const span = Math.max(1, Math.max(...times) - first)
  const x = (at: number): number => PAD.left + ((at - first) / span) * (width - PAD.left - PAD.right)
  const y = (value: number): number => HEIGHT - PAD.bottom - (value / most) * (HEIGHT - PAD.top - PAD.bottom)
  // The first minutes begin and end in the same one.
  const clock = (at: number): string => new Date(at).toTimeString().slice(0, span < 120_000 ? 8 : 5)
  return (
    <figure className="monitor-chart">
      <figcaption>
        <span>{title}</span>
        {lines.map(({ name, color, points }) => {
          const latest = points.findLast(({ value }) => value !== null)?.value
          return (
            <span key={name} className="monitor-chart-name">
              <i style={{ background: color }} />
              {name} {latest === undefined || latest === null ? '—' : show(latest)}
            </span>
          )
        })}
      </figcaption>
      {values.length === 0 ? (
        <p className="monitor-chart-none">正在采集，每 10 秒一个点</p>
      ) : (
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={title}>
          {ticks.map((tick) => (
            <g key={tick}>
              <line
                x1={PAD.left}
                x2={width - PAD.right}
                y1={y(tick)}
                y2={y(tick)}
                className="monitor-chart-grid"
              />
              <text x={PAD.left - 6} y={y(tick) + 4} textAnchor="end">
                {show(tick)}
              </text>
            </g>
          ))}
          <text x={PAD.left} y={HEIGHT - 6}>
            {clock(first)}
          </text>
          <text x={width - PAD.right} y={HEIGHT - 6} textAnchor="end">
            {clock(first + span)}
          </text>
          {lines.map(({ name, color, points }) => (
            <path key={name} d={pathOf(points, x, y)} stroke={color} fill="none" strokeWidth={1.6} />
          ))}
        </svg>
      )}
    </figure>
  )
}

function pathOf(
  points: ChartLine['points'],
  x: (at: number) => number,
  y: (value: number) => number,
): string {
  let d = ''
  let isOpen = false
  for (const { at, value } of points) {
    if (value === null) isOpen = false
    else {
      d += `${isOpen ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`
      isOpen = true
    }
  }
  // A single point would be invisible.
  return points.length === 1 ? `${d}h1` : d
}
