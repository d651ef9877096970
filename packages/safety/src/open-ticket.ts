import { ticketPath } from '@suoan/contract'
import type { OpenTarget } from '@suoan/platform/notices/notify-users'

/** The message leads to a ticket's page, and to the step it asks for (`pieceOf`). */
export const openTicket = (workId: string, piece?: string): OpenTarget => ({
  type: 'url',
  page: ticketPath(workId, piece),
})

/** The message leads to the list of emergency removals, newest first: there they are decided and registered (T48). */
export const openRemovals: OpenTarget = { type: 'url', page: '/isps/emergencyList' }
