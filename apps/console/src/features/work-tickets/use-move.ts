import type { TransitionAnswer } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showRefusal } from '../../refusal/show-refusal.tsx'
import { feedback } from '../../shell/feedback.ts'
import { ticketKey } from './ticket-queries.ts'

/** A call that changes a ticket; it is given the ULID of this press. */
type Send = (clientOpId: string) => Promise<unknown>

/**
 * Changes a ticket for a press: one ULID per press (sent again unchanged when the answer was lost, so that nothing
 * happens twice), a refusal with every rule, and fresh data afterwards. Gives true when it is done.
 */
export function useMove(workId: string) {
  const client = useQueryClient()
  const [running, setRunning] = useState<string | null>(null)
  const move = async (label: string, send: Send): Promise<boolean> => {
    const clientOpId = newUlid()
    setRunning(label)
    try {
      return await attempt(label, send, clientOpId)
    } finally {
      setRunning(null)
      await client.invalidateQueries({ queryKey: ticketKey })
      for (const name of ['workReview', 'workExamine', 'lock', 'board'])
        void client.invalidateQueries({ queryKey: ['resource', name] })
    }
  }
  return { move, running, isRunning: running !== null, workId }
}

async function attempt(label: string, send: Send, clientOpId: string): Promise<boolean> {
  for (;;) {
    try {
      const answer = await send(clientOpId)
      void feedback().message.success(isAsk(answer) ? `${label}已提交，等待下一位确认` : `${label}成功`)
      return true
    } catch (error) {
      if (!(await showRefusal(error))) return false
    }
  }
}

function isAsk(answer: unknown): boolean {
  return (
    typeof answer === 'object' && answer !== null && (answer as Partial<TransitionAnswer>).transId === 'ASK'
  )
}
