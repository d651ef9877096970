import { ticketPath } from '@suoan/contract'
import type { OpenTarget } from '@suoan/platform/notices/notify-users'

/** The message leads to a ticket's page, and to the step it asks for (`pieceOf`). */
export const openTicket = (workId: string, piece?: string): OpenTarget => ({
  type: 'url',
  page: ticketPath(workId, piece),
})
