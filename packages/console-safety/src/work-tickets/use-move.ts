import { work, type TicketDetail } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { useShown } from '@suoan/ui/shown'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { renewal } from '@suoan/console-base/realtime/live-renewal.ts'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'
import { showRefusal, type Explained } from '@suoan/console-base/refusal/show-refusal.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { staleWords } from './stale-words.ts'
import { detailQuery, ticketKey } from './ticket-queries.ts'

/**
 * What shows the state of a ticket beside its own pages, by name alone: the description of locks brings the checks of their
 * models, 40 kB that no list of tickets needs.
 */
const shownWith = [
  ticketKey,
  ...['workReview', 'workExamine', 'lock', 'emergencyRemoval'].map((name) => resourceKey({ name })),
  ['resource', 'board'],
]

/** What every call that changes a ticket is sent of the press: spread into its input. */
export interface Press {
  /** The ULID of this press (§4.5.5). */
  readonly clientOpId: string
  /** The revision that was looked at: who loses a race is told what the ticket is now (§4.5.1). */
  readonly seen: number | undefined
}

/** A call that changes a ticket. */
type Send = (press: Press) => Promise<unknown>

/**
 * Changes a ticket from a dialog: with the revision of the ticket that the dialog was opened on. One ULID per press
 * (sent again unchanged when the answer was lost, so that nothing happens twice), a refusal with every rule, and fresh
 * data afterwards. Gives true when it is done, and nothing at all to a dialog that was closed meanwhile: it would close
 * another one. With `urgent` a press whose answer was lost goes again by itself (`showRefusal`).
 */
export function useMove(workId: string) {
  const client = useQueryClient()
  const shown = useShown()
  const [opened, setOpened] = useState(() => revisionShown(client, workId))
  const { move, ...state } = useMoveOf(workId, () => opened)
  return {
    ...state,
    move: async (label: string, send: Send, urgent: Explained | null = null): Promise<boolean> => {
      const done = await move(label, send, urgent)
      // A refusal has said what the ticket is now, and the page behind shows it.
      setOpened(revisionShown(client, workId))
      await shown()
      return done
    },
  }
}

/** The same for a button of a page: with the revision that the page shows when it is pressed. */
export function usePageMove(workId: string) {
  const client = useQueryClient()
  return useMoveOf(workId, () => revisionShown(client, workId))
}

/** The revision of a ticket as the page has it; undefined where the ticket itself was not read. */
const revisionShown = (client: QueryClient, workId: string): number | undefined =>
  client.getQueryData<TicketDetail>(detailQuery(workId).queryKey)?.ticket.revision

function useMoveOf(workId: string, seenNow: () => number | undefined) {
  const [running, setRunning] = useState<string | null>(null)
  const move = async (label: string, send: Send, urgent: Explained | null = null): Promise<boolean> => {
    const press = { clientOpId: newUlid(), seen: seenNow() }
    const watch = renewal.watch(work.name, shownWith)
    let changedId: string | null = null
    setRunning(label)
    try {
      const done = await attempt(label, send, press, urgent)
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

async function attempt(
  label: string,
  send: Send,
  press: Press,
  urgent: Explained | null,
): Promise<{ answer: unknown } | null> {
  for (;;) {
    try {
      const answer = await send(press)
      void feedback().message.success(isAsk(answer) ? `${label}已提交，等待下一位确认` : `${label}成功`)
      return { answer }
    } catch (error) {
      if (!(await showRefusal(error, staleWords(error), urgent))) return null
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
