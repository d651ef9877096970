import { emergencyRemoval, work, workExamine, workReview } from '@suoan/contract'
import { eq, everything, or } from '@suoan/kit/filter'
import type { Feature } from '@suoan/platform/http/route'
import { defineSight, mountResource } from '@suoan/platform/resource'
import { handedOnBy, namedOn } from './named-on.ts'

/** Who may see every ticket of his data scope (page 全部工作票); others see those they are named on. */
export const seesAll = 'lo:work:allList'

defineSight(work, ({ permissions, userId }) => (permissions.has(seesAll) ? everything : namedOn(userId)))
defineSight(workReview, ({ permissions, userId }) =>
  permissions.has(seesAll) ? everything : or(eq('reviewerId', userId), handedOnBy(userId)),
)
defineSight(workExamine, ({ permissions, userId }) =>
  permissions.has(seesAll) ? everything : or(eq('approverId', userId), handedOnBy(userId)),
)
defineSight(emergencyRemoval, ({ permissions, userId }) =>
  permissions.has(seesAll)
    ? everything
    : or(...['requestBy', 'approveBy', 'removerId', 'witnessId', 'ownerId'].map((who) => eq(who, userId))),
)

/**
 * The reading verbs of tickets and of the rows of their decisions (list, queryById, exportXls). No verb writes them:
 * every change is an event.
 */
export function mountTicketResources(mount: Parameters<Feature>[0]): void {
  mountResource(mount, work)
  mountResource(mount, workReview)
  mountResource(mount, workExamine)
  mountResource(mount, emergencyRemoval)
}
