import './figures.css'

interface Props {
  readonly values: readonly number[]
  /** What the picture says, for those who hear the page. */
  readonly label: string
}

const WIDTH = 100
const HEIGHT = 40

/** A filled line without axes; flat on the ground when there is nothing. */
export function MiniArea({ values, label }: Props) {
  const top = Math.max(1, ...values)
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.map((value, at) => `${at * step},${HEIGHT - (value / top) * (HEIGHT - 2)}`)
  return (
    <svg
      className="mini"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polygon className="mini-fill" points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
      <polyline className="mini-line" points={points.join(' ')} />
    </svg>
  )
}

/** Bars without axes. */
export function MiniBars({ values, label }: Props) {
  const top = Math.max(1, ...values)
  const step = WIDTH / Math.max(1, values.length)
  return (
    <svg
      className="mini"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {values.map((value, at) => {
        const height = Math.max(1, (value / top) * HEIGHT)
        return (
          <rect
            // A bar is its place.
            key={at}
            className="mini-bar"
            x={at * step + step * 0.15}
            y={HEIGHT - height}
            width={step * 0.7}
            height={height}
          />
        )
      })}
    </svg>
  )
}
