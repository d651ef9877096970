import type { ReactionEvents } from '@suoan/contract/events'
import type { Reacting } from '@suoan/platform/context'
import { takeBySystemIn } from './advance-ticket.ts'
import { reopenIsolation } from './reopen-isolation.ts'
import { bySystem } from './ticket-command.ts'

/**
 * The ticket takes an event of the system as it is found now. One that does not apply any more changes nothing; returns
 * whether it changed anything.
 */
export async function takeSystemEvent(
  reacting: Reacting,
  { tenantId, workId, event }: ReactionEvents['ticket.advance'],
): Promise<boolean> {
  const command = bySystem(event, event.type === 'isolationRestored' ? reopenIsolation : undefined)
  return (await takeBySystemIn(reacting, tenantId, workId, command)) !== null
}
