import type { BoardTodo } from '@suoan/contract'
import { parseWireTime } from '@suoan/console-base/status/wire-time.ts'

const DAY_MS = 86_400_000

/** A matter that waits for me, with the days its time limit is away; null when it has none. */
export interface Task extends BoardTodo {
  readonly daysLeft: number | null
}

/**
 * The four cards of the task table (5-screens.md §9.4): 待办 to review, to approve or otherwise to do, 在办 tickets I work on, 挂账 whatever is
 * past its limit, 督办 what is due within three days.
 * @param now epoch ms
 */
export function taskLists(todo: readonly BoardTodo[], now: number) {
  const tasks = todo.map((each): Task => ({ ...each, daysLeft: daysLeft(each.dueTime, now) }))
  const within = (from: number, to: number) => (task: Task) =>
    task.daysLeft !== null && task.daysLeft >= from && task.daysLeft <= to
  return {
    todo: tasks.filter(({ kind }) => kind !== 'ticket'),
    doing: tasks.filter(({ kind }) => kind === 'ticket'),
    overdue: tasks.filter(within(-Infinity, 0)),
    urged: tasks.filter(within(1, 3)),
  }
}

/** Whole days until a wire time (Asia/Shanghai), the begun one counted: 0 or less is past. */
function daysLeft(dueTime: string | null, now: number): number | null {
  const due = parseWireTime(dueTime)
  if (due === null) return null
  const left = due - now
  return left <= 0 ? Math.min(0, Math.ceil(left / DAY_MS)) : Math.ceil(left / DAY_MS)
}

/** Bulb of a row: red at 0 or fewer days, yellow at 1–3, green from 4, none without a limit. */
export function bulbOf({ daysLeft: days }: Task): 'red' | 'yellow' | 'green' | null {
  if (days === null) return null
  return days <= 0 ? 'red' : days <= 3 ? 'yellow' : 'green'
}
