import { useNavigate } from 'react-router'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import type { PlanThing } from './plan-things.ts'
import '../../status/line-list.css'

interface Props {
  readonly things: readonly PlanThing[]
  onArea(id: string): void
  /** Says of what has no mark on the plan that it has none. */
  readonly withPlace?: boolean
}

const kindNames = { ticket: '工作票', point: '隔离点', lock: '锁具', branch: '下级区域' } as const
const kinds = ['ticket', 'point', 'lock', 'branch'] as const

/** The things of a plan as lists by kind: all that the pins tell, and where each leads. */
export function ThingLines({ things, onArea, withPlace = false }: Props) {
  const navigate = useNavigate()
  if (things.length === 0) return <EmptyState text="这个区域现在没有要显示的内容" />
  return kinds.map((kind) => {
    const own = things.filter((thing) => thing.kind === kind)
    const unmarked = own.filter(({ spot }) => spot === null).length
    return own.length === 0 ? null : (
      <section key={kind} className="thing-lines">
        <h4>
          {kindNames[kind]} {own.length}
          {withPlace && unmarked > 0 && <small>，其中 {unmarked} 项未标位置</small>}
        </h4>
        <ul className="line-list">
          {own.map((thing) => (
            <li key={thing.id}>
              <button
                type="button"
                onClick={() => (kind === 'branch' ? onArea(thing.to) : void navigate(thing.to))}
              >
                <span className="line-head">
                  <span>{thing.name}</span>
                  <StatusBadge look={thing.look} />
                </span>
                {(thing.facts.length > 0 || (withPlace && thing.spot === null)) && (
                  <small>
                    {[...thing.facts, ...(withPlace && thing.spot === null ? ['未标位置'] : [])].join(' · ')}
                  </small>
                )}
              </button>
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
