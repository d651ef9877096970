import './figures.css'

interface Props {
  /** What is compared with what. */
  readonly label: string
  /** Percent; null where there is nothing to compare with. */
  readonly change: number | null
}

/** How much more or less, in percent; more is neither good nor bad here. `null`: nothing to compare with. */
export function Trend({ label, change }: Props) {
  return (
    <span className="trend">
      {label}{' '}
      {change === null ? (
        '—'
      ) : change === 0 ? (
        '持平'
      ) : (
        <b>
          {change > 0 ? '▲ 升' : '▼ 降'} {Math.abs(change)}%
        </b>
      )}
    </span>
  )
}
