import { Button } from 'antd'
import { useMemo } from 'react'
import { ageText } from '@suoan/console-base/status/wire-time.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { usePlace } from '../use-place.ts'
import { coloursOf, shownColour } from './safety-state.ts'
import { BadgeCards } from './BadgeCards.tsx'
import { SafetyCardView } from './SafetyCardView.tsx'
import { useMySafety, useShake } from './use-my-safety.ts'

interface Props {
  /** Nothing is shown to who is on no ticket: for pages that are about something else. */
  readonly onlyNamed?: boolean
}

/** The signed-in person's own cards, and the way to ask with a badge. */
export function SafetyCards({ onlyNamed = false }: Props) {
  const { query, reach, now } = useMySafety()
  const place = usePlace()
  const { age, isLive, failed } = reach
  const isOld = shownColour('green', reach) === 'grey'
  // Only what can change the colours, or the phone would be asked every second.
  const colours = useMemo(
    () => (query.data ? coloursOf(query.data, { age: isOld ? Infinity : 0, isLive, failed }) : null),
    [query.data, isOld, isLive, failed],
  )
  useShake(colours)
  if (onlyNamed && query.data?.cards.length === 0) return null
  if (query.isPending) return onlyNamed ? null : <LoadingState />
  if (!query.data)
    return (
      <div className="card">
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </div>
    )
  return (
    <div className="safety-page">
      <h2>我安全吗？</h2>
      <p className="hint" aria-live="polite">
        {ageText(now - age, now)}更新{!isLive && ' · 连接中断，正在重连'}
        {failed && ' · 最近一次查询失败'}
      </p>
      {!onlyNamed && <BadgeCards />}
      {query.data.cards.length === 0 && (
        <div className="card">
          <EmptyState text="您现在不在任何已批准或执行中的工作票上" />
        </div>
      )}
      {query.data.cards.map((card) => (
        <SafetyCardView key={card.workId} card={card} colour={shownColour(card.colour, reach)}>
          <Button size="large" block onClick={() => place.openView(card.workId)}>
            打开工作票
          </Button>
        </SafetyCardView>
      ))}
    </div>
  )
}
