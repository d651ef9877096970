import { TaskBoard } from './TaskBoard.tsx'
import { MayBoard } from './MayBoard.tsx'

/** 任务表格 (5-screens.md §9, 3-domain.md §6.1). */
export default function TaskPage() {
  return (
    <MayBoard>
      <TaskBoard />
    </MayBoard>
  )
}
