import { Skeleton, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import './figures.css'

interface Props {
  readonly title: string
  /** 指标说明: what is counted. */
  readonly hint: string
  readonly value?: ReactNode
  /** Takes the place of the figures, which are then not there yet; the card keeps its height. */
  readonly loading?: boolean
  readonly children?: ReactNode
  readonly footer?: ReactNode
}

/** A figure with its meaning, a small picture and a line below (5-screens.md §9.2). */
export function StatCard({ title, hint, value, loading = false, children, footer }: Props) {
  return (
    <section className="stat" aria-label={title}>
      <header>
        <span>{title}</span>
        <Tooltip title={hint}>
          <button type="button" className="stat-hint" aria-label={`${title}，指标说明：${hint}`}>
            i
          </button>
        </Tooltip>
      </header>
      {loading ? (
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      ) : (
        <>
          <div className="stat-value">{value}</div>
          <div className="stat-picture">{children}</div>
          <footer>{footer}</footer>
        </>
      )}
    </section>
  )
}
