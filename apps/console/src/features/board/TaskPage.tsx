import { TaskBoard } from './TaskBoard.tsx'

/** 任务表格. */
export default function TaskPage() {
  return <TaskBoard />
}
