import { Alert } from 'antd'
import { shownColour } from '../safety/safety-state.ts'
import { SafetyCardView } from '../safety/SafetyCardView.tsx'
import { useMySafety } from '../safety/use-my-safety.ts'

/** 我安全吗 for the person who looks, on this ticket (3-domain.md §6.3, M13): the same card as on its own page. */
export function SafeCard({ workId }: { workId: string }) {
  const { query, reach } = useMySafety()
  const card = query.data?.cards.find((each) => each.workId === workId)
  if (query.isError && !card)
    return <Alert className="gap-bottom" type="warning" showIcon title="未知，请勿作业：安全状态查询失败" />
  if (!card) return null
  return (
    <div className="gap-bottom">
      <SafetyCardView card={card} colour={shownColour(card.colour, reach)} />
    </div>
  )
}
