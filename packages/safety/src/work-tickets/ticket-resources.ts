import { emergencyRemoval, work, workExamine, workReview, type Resource } from '@suoan/contract'
import { eq, everything, or } from '@suoan/kit/filter'
import type { Feature } from '@suoan/platform/http/route'
import { defineHooks, mountResource } from '@suoan/platform/resource'
import { namedOn } from './named-on.ts'

/** Who may list every ticket of his data scope; others list those they are named on. */
const listsAll = 'lo:work:allList'

/**
 * The reading verbs of tickets and of the rows of their decisions (list, queryById, exportXls). No verb writes them:
 * every change is an event.
 */
export function mountTicketResources(mount: Parameters<Feature>[0]): void {
  const ticketHooks = defineHooks(work, {
    filter: ({ actor }) => (actor.permissions.has(listsAll) ? everything : namedOn(actor.userId)),
  })
  mountResource(mount, work, ticketHooks)
  mountResource(mount, workReview, ownRows(workReview, 'reviewerId'))
  mountResource(mount, workExamine, ownRows(workExamine, 'approverId'))
  mountResource(
    mount,
    emergencyRemoval,
    defineHooks(emergencyRemoval, {
      filter: ({ actor }) =>
        actor.permissions.has(listsAll)
          ? everything
          : or(
              ...['requestBy', 'approveBy', 'removerId', 'witnessId', 'ownerId'].map((who) =>
                eq(who, actor.userId),
              ),
            ),
    }),
  )
}

const ownRows = (resource: Resource, person: string) =>
  defineHooks(resource, {
    filter: ({ actor }) => (actor.permissions.has(listsAll) ? everything : eq(person, actor.userId)),
  })
