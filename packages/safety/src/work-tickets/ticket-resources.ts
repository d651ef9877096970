import { emergencyRemoval, work, workExamine, workReview, workTemplate } from '@suoan/contract'
import { eq, everything, or } from '@suoan/kit/filter'
import type { Feature } from '@suoan/platform/http/route'
import {
  defineHooks,
  defineSight,
  mountResource,
  type ListCall,
  type RowRecord,
} from '@suoan/platform/resource'
import { addLockCodes } from '../lock-codes.ts'
import { decisionsOfTab, ticketsOfList } from './list-tickets.ts'
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
  mountResource(
    mount,
    work,
    // The sheets of 我的工作票 and 全部工作票 hold what their tab shows.
    defineHooks(work, {
      filter: ({ ctx, actor, input }) =>
        ticketsOfList(ctx, actor, input['whose'] === 'mine' ? 'mine' : 'all', input['tab']),
    }),
  )
  mountResource(mount, workTemplate)
  // The sheets of 工作票审核 and 工作票审批 hold what their tab shows; without one, all that may be seen.
  const ofTab = (stage: 'review' | 'examine') => ({
    filter: ({ ctx, actor, input }: ListCall) =>
      typeof input['tab'] === 'string' ? decisionsOfTab(ctx, actor, stage, input['tab']) : everything,
  })
  mountResource(
    mount,
    workReview,
    defineHooks(workReview, { ...ofTab('review'), present: (rows) => nameAbsent(rows, 'reviewerId') }),
  )
  mountResource(
    mount,
    workExamine,
    defineHooks(workExamine, { ...ofTab('examine'), present: (rows) => nameAbsent(rows, 'approverId') }),
  )
  mountResource(
    mount,
    emergencyRemoval,
    defineHooks(emergencyRemoval, { present: (rows, { ctx }) => addLockCodes(ctx, rows) }),
  )
}

/** Who acts for somebody is shown with him wherever he is shown, in lists and sheets too: `褚安 代 李审`. */
function nameAbsent(rows: readonly RowRecord[], person: 'reviewerId' | 'approverId'): void {
  for (const row of rows) {
    const [own, absent] = [row[`${person}_dictText`], row['delegateFor_dictText']]
    if (own && absent) row[`${person}_dictText`] = `${String(own)} 代 ${String(absent)}`
  }
}
