import type { OpeningMore } from '@suoan/contract'
import './locks.css'

/** Whether the lock would open now; else what is missing, and who brings it. */
export function WouldOpen({ row: { wouldOpen } }: { readonly row: Pick<OpeningMore, 'wouldOpen'> }) {
  if (wouldOpen === undefined) return null
  const { allow, changes, never } = wouldOpen
  if (allow) return <span className="would-open">现在可以开</span>
  if (changes.length === 0) return <span>{never ?? '现在不能开'}</span>
  return (
    <ul className="would-not-open">
      {changes.map(({ by, text }) => (
        <li key={text}>
          <b>{by}</b>：{text}
        </li>
      ))}
    </ul>
  )
}
