import { ChartStyle } from './ChartStyle.tsx'
import { MayBoard } from './MayBoard.tsx'

/** 统计图表 (5-screens.md §9, 3-domain.md §6.1). */
export default function ChartPage() {
  return (
    <MayBoard>
      <ChartStyle />
    </MayBoard>
  )
}
