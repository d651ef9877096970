import type { ReactNode } from 'react'

export interface SettingRow {
  readonly key: string
  readonly title: string
  readonly text: ReactNode
  readonly action?: ReactNode
}

/** Settings one below the other, each with its control at the right. */
export function Rows({ rows }: { rows: readonly SettingRow[] }) {
  return (
    <ul className="account-rows">
      {rows.map((row) => (
        <li key={row.key}>
          <div>
            <b>{row.title}</b>
            <p>{row.text}</p>
          </div>
          {row.action}
        </li>
      ))}
    </ul>
  )
}
