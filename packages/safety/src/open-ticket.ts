import type { OpenTarget } from '@suoan/platform/notices/notify-users'

/** The message leads to a ticket's page. */
export const openTicket = (workId: string): OpenTarget => ({
  type: 'url',
  page: `/isps/loWorkView/${workId}`,
})
