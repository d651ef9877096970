import { Board } from './Board.tsx'
import { MayBoard } from './MayBoard.tsx'

/** 看板 (5-screens.md §9, 3-domain.md §6.1). */
export default function BoardPage() {
  return (
    <MayBoard>
      <Board />
    </MayBoard>
  )
}
