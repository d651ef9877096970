import './figures.css'

/** How much more or less, in percent; more is neither good nor bad here. `null`: nothing to compare with. */
export function Trend({ label, change }: { label: string; change: number | null }) {
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
