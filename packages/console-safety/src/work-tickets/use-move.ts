import { lock, work, workExamine, workReview } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { useState } from 'react'
import { renewal } from '@suoan/console-base/realtime/live-renewal.ts'
import { resourceKey } from '@suoan/console-base/resource/use-resource-list.ts'
import { showRefusal } from '@suoan/console-base/refusal/show-refusal.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { ticketKey } from './ticket-queries.ts'

/** What shows the state of a ticket beside its own pages. */
const shownWith = [ticketKey, ...[workReview, workExamine, lock].map(resourceKey), ['resource', 'board']]

/** A call that changes a ticket; it is given the ULID of this press. */
type Send = (clientOpId: string) => Promise<unknown>

/**
 * Changes a ticket for a press: one ULID per press (sent again unchanged when the answer was lost, so that nothing
 * happens twice), a refusal with every rule, and fresh data afterwards. Gives true when it is done.
 */
export function useMove(workId: string) {
  const [running, setRunning] = useState<string | null>(null)
  const move = async (label: string, send: Send): Promise<boolean> => {
    const clientOpId = newUlid()
    const watch = renewal.watch(work.name, shownWith)
    let changedId: string | null = null
    setRunning(label)
    try {
      const done = await attempt(label, send, clientOpId)
      // A call that makes a ticket of this one answers with the new one, and the frame names that.
      if (done) changedId = madeTicket(done.answer) ?? workId
      return done !== null
    } finally {
      setRunning(null)
      await watch.renew(changedId)
    }
  }
  return { move, running, isRunning: running !== null, workId }
}

async function attempt(label: string, send: Send, clientOpId: string): Promise<{ answer: unknown } | null> {
  for (;;) {
    try {
      const answer = await send(clientOpId)
      void feedback().message.success(isAsk(answer) ? `${label}已提交，等待下一位确认` : `${label}成功`)
      return { answer }
    } catch (error) {
      if (!(await showRefusal(error))) return null
    }
  }
}

function madeTicket(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('ticket' in answer)) return null
  const { ticket } = answer
  const isTicket = typeof ticket === 'object' && ticket !== null && 'id' in ticket
  return isTicket && typeof ticket.id === 'string' ? ticket.id : null
}

function isAsk(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'transId' in answer && answer.transId === 'ASK'
}
