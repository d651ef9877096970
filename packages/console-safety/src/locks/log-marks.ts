import { lockLogEndpoints, type LogMark } from '@suoan/contract'
import { call } from '@suoan/console-base/request/call.ts'

interface Asked {
  readonly id: string
  take(mark: LogMark | null): void
  refuse(error: unknown): void
}

const most = 200
let asked: Asked[] = []

/** The mark of a row of the lock log: the rows of a page are asked for together. Null for a row the caller may not see. */
export function markOf(id: string): Promise<LogMark | null> {
  return new Promise((take, refuse) => {
    if (asked.length === 0) setTimeout(send)
    asked.push({ id, take, refuse })
  })
}

function send(): void {
  const together = asked.slice(0, most)
  asked = asked.slice(most)
  if (asked.length > 0) setTimeout(send)
  const ids = [...new Set(together.map(({ id }) => id))].join(',')
  call(lockLogEndpoints.marks, { ids }, { quiet: true }).then(
    (marks) => {
      const byId = new Map(marks.map((mark) => [mark.id, mark]))
      for (const { id, take } of together) take(byId.get(id) ?? null)
    },
    (error: unknown) => {
      for (const { refuse } of together) refuse(error)
    },
  )
}
