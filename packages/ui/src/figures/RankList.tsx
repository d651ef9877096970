import './figures.css'

interface Props {
  readonly title: string
  /** Most first. */
  readonly rows: readonly { readonly name: string; readonly count: number }[]
}

/** Names with their figure, most first; the first three carry a dark round badge (5-screens.md §9.2). */
export function RankList({ title, rows }: Props) {
  return (
    <div className="rank">
      <h4>{title}</h4>
      <ol>
        {rows.map(({ name, count }, at) => (
          <li key={name}>
            <span className={at < 3 ? 'rank-no rank-first' : 'rank-no'} aria-hidden>
              {at + 1}
            </span>
            <span className="rank-name" title={name}>
              {name}
            </span>
            <b>{count.toLocaleString('zh-CN')}</b>
          </li>
        ))}
      </ol>
    </div>
  )
}
