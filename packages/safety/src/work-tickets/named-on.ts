import { work, workExamine, workReview } from '@suoan/contract'
import { holdState, stepStatus } from '@suoan/domain/dictionaries'
import { eq, or, type Filter } from '@suoan/kit/filter'
import { defineConditions } from '@suoan/platform/resource'
import { ticketInText } from '../ticket-sets.ts'
import { actsByPostText, askedOfPostText } from './asked-posts.ts'

/** Rows that name somebody: where they are, which column is the ticket, and the condition on a user id. */
interface NamingRows {
  readonly from: string
  readonly workId: string
  readonly where: (user: string) => string
}

const handedOn =
  (row: string) =>
  (user: string): string =>
    `${row}.delegate_path @> jsonb_build_array(jsonb_build_object('userId', ${user}))`

/** `isNamedOn` of the domain in SQL. */
const naming: readonly NamingRows[] = [
  { from: 'lo_work n', workId: 'n.id', where: (user) => `n.applicant_id = ${user}` },
  { from: 'lo_work n', workId: 'n.id', where: (user) => `n.leader_id = ${user}` },
  {
    from: 'lo_work_person p',
    workId: 'p.work_id',
    where: (user) => `p.user_id = ${user} and (p.state = 1 or p.on_state = 1)`,
  },
  {
    from: 'lo_work_handover h',
    workId: 'h.work_id',
    where: (user) => `h.to_user_id = ${user} and h.state in (0, 1) and h.del_flag = 0`,
  },
  {
    from: 'lo_work_handover h',
    workId: 'h.work_id',
    where: (user) => `h.from_user_id = ${user} and h.state in (0, 1) and h.del_flag = 0`,
  },
  {
    from: 'lo_point_hold h',
    workId: 'h.work_id',
    where: (user) => `h.user_id = ${user} and h.state in (${holdState.active}, ${holdState.lifted})`,
  },
  {
    from: 'lo_emergency_removal e',
    workId: 'e.work_id',
    where: (user) => `${user} in (e.owner_id, e.request_by, e.approve_by, e.remover_id, e.witness_id)`,
  },
  { from: 'lo_work_review r', workId: 'r.work_id', where: (user) => `r.reviewer_id = ${user}` },
  { from: 'lo_work_review r', workId: 'r.work_id', where: handedOn('r') },
  { from: 'lo_work_examine r', workId: 'r.work_id', where: (user) => `r.approver_id = ${user}` },
  { from: 'lo_work_examine r', workId: 'r.work_id', where: handedOn('r') },
]

/** `waitsFor` of the domain in SQL. */
const waiting: readonly NamingRows[] = [
  {
    from: 'lo_work n',
    workId: 'n.id',
    where: (user) => `n.applicant_id = ${user} and ${ticketInText('withApplicant', 'n')}`,
  },
  {
    from: 'lo_work_handover h',
    workId: 'h.work_id',
    where: (user) => `h.to_user_id = ${user} and h.state = 0 and h.del_flag = 0`,
  },
  {
    from: 'lo_work_review r',
    workId: 'r.work_id',
    where: (user) => `r.reviewer_id = ${user} and r.review_status = ${stepStatus.pending}`,
  },
  {
    from: 'lo_work_examine r',
    workId: 'r.work_id',
    where: (user) => `r.approver_id = ${user} and r.approve_status = ${stepStatus.pending}`,
  },
  {
    from: 'lo_work_person p join lo_work n on n.id = p.work_id',
    workId: 'p.work_id',
    where: (user) => `p.user_id = ${user} and p.state = 1 and ${ticketInText('live', 'n')}`,
  },
]

/** Of those, decisions that ask him. */
const waitingSteps = waiting.filter(
  ({ from }) => from.startsWith('lo_work_review') || from.startsWith('lo_work_examine'),
)

/** The ids as one set, each part found by the index on its person: no list of ids leaves the database. */
const idsOf = (rows: readonly NamingRows[], user: string): string =>
  rows.map(({ from, workId, where }) => `select ${workId} from ${from} where ${where(user)}`).join(' union ')

/** The text of "the user behind `user` is named on the ticket `workId`", both SQL of our own. */
export function namedOnText(workId: string, user: string): string {
  const parts = naming.map(
    (rows) => `exists (select 1 from ${rows.from} where ${rows.workId} = ${workId} and ${rows.where(user)})`,
  )
  return `(${parts.join(' or ')})`
}

/** The text of "the user behind `user` is named on a live ticket of the tenant, or a lock stands open that he opened". */
export const namedOnLiveText = (tenantId: string, user: string): string =>
  `(exists (select 1 from lo_work n where n.tenant_id = ${tenantId} and ${ticketInText('live', 'n')}
      and n.id in (${idsOf(naming, user)}))
    or exists (select 1 from lo_lock_onoff o where o.tenant_id = ${tenantId} and o.open_user_id = ${user} and o.state = 1))`

/** The text of "ids of the tickets on which the user behind `user` is named", for statements about many tickets. */
export const namedIdsText = (user: string): string => idsOf(naming, user)

defineConditions(work, {
  namedUser: (user) => `t.id in (${idsOf(naming, `${user}::varchar`)})`,
  /** A review or approval waits for the user, whose agent looks. */
  stepOfUser: (user) => `t.void_flag = 0 and t.id in (${idsOf(waitingSteps, `${user}::varchar`)})`,
  ownPost: (post) => actsByPostText(post, 't'),
  askedPost: (post) => `t.void_flag = 0 and t.id in (${askedOfPostText(post)})`,
  awaitedUser: (user) => `t.void_flag = 0 and t.id in (${idsOf(waiting, `${user}::varchar`)})`,
})
const decisions = { handedOnBy: (user: string) => handedOn('t')(`${user}::varchar`) }
defineConditions(workReview, decisions)
defineConditions(workExamine, decisions)

/** Tickets the user is named on. */
export const namedOn = (userId: string): Filter => eq('namedUser', userId)
/** Tickets that wait for the user. */
export const waitingFor = (userId: string): Filter => eq('awaitedUser', userId)
/** Tickets with a step that waits for one of these people. */
export const stepsWaitingFor = (userIds: readonly string[]): Filter =>
  or(...userIds.map((userId) => eq('stepOfUser', userId)))
/** Review or approval rows that came to somebody else through the user's hands (T15). */
export const handedOnBy = (userId: string): Filter => eq('handedOnBy', userId)
