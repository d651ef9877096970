import type { GuardPost, InputOf, workExecutionEndpoints } from '@suoan/contract'
import { guardAwayMin, isTicketIn } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { cancelTimers, scheduleTimer } from '@suoan/platform/timers'
import { presenceColumns, presenceGaps, presenceJoins, type PresentPerson } from '../presence-gaps.ts'
import { ticketIn } from '../ticket-sets.ts'
import { advanceTicket, takeBySystem } from './advance-ticket.ts'
import { hasFence, standsInside } from './facts/fence.ts'
import { insideElsewhere, lostPost } from '../guard-post.ts'
import { guardAliveMin, policyJoin } from '../ticket-policy.ts'
import { readTagOfPlace } from './moves/presence.ts'
import { keepAccount } from './keep-account.ts'
import { just, saidAt, type Scene, type TicketCommand } from './ticket-command.ts'
import { ticketOf, type WorkRow } from './ticket-row.ts'
import { mustSee } from './visible.ts'

/** Why a guardian is taken for absent (`lo_away_why`). */
export type AwayWhy = 'FENCE' | 'SILENT' | 'SIGNOUT' | 'MOVED' | 'TERMINAL' | 'UNFIT'

/** How often it is looked for absent guardians, ms. */
const lookMs = 5000

interface Back {
  readonly work: Pick<WorkRow, 'id' | 'tenantId'>
  readonly personId: string
  readonly now: number
  readonly sessionId: string | null
  /** He signs in now; otherwise he goes on. */
  readonly signsIn: boolean
}

/**
 * He is at his post in this session: the clocks of his absence stop. A session nobody knows is not watched. Throws REFUSED
 * for somebody who may not be a guardian any more: his word must not stop the clocks.
 */
export async function backAtPost(tx: Tx, { work, personId, now, sessionId, signsIn }: Back): Promise<void> {
  const gap = await guardianGap(tx, personId, now)
  if (gap !== null)
    throw fail('REFUSED', { detail: `您不能在此监护：${gap}。请先处理，或由工作负责人更换监护人` })
  const moment = new Date(now)
  await sql`update lo_work_person set guard_seen_time = ${moment}, away_since = null, away_why = null,
      check_in_time = case when ${signsIn} then ${moment}::timestamptz else check_in_time end,
      guard_session = (select s.id from sys_session s where s.id = ${sessionId})
    where id = ${personId}`.execute(tx)
  for (const minutes of Object.values(guardAwayMin))
    await cancelTimers(tx, {
      tenantId: work.tenantId,
      subjectId: work.id,
      kind: 'ticket.guardAway',
      key: `${personId}:${minutes}`,
    })
}

/** From `since` (epoch ms) on he is not at his post: people are warned, then the work stops (`guardAwayMin`). */
export async function awayFromPost(
  tx: Tx,
  work: Pick<WorkRow, 'id' | 'tenantId'>,
  { personId, since, why }: { readonly personId: string; readonly since: number; readonly why: AwayWhy },
): Promise<void> {
  await tx
    .updateTable('loWorkPerson')
    .set({ awaySince: new Date(since), awayWhy: why })
    .where('id', '=', personId)
    .execute()
  for (const minutes of Object.values(guardAwayMin))
    await scheduleTimer(tx, {
      tenantId: work.tenantId,
      kind: 'ticket.guardAway',
      subjectId: work.id,
      key: `${personId}:${minutes}`,
      dueAt: since + minutes * 60_000,
      data: { personId, minutes },
    })
}

/**
 * The guardian `personId` of the ticket takes his post, at the moment his word speaks of. Signed without a network it binds no session and
 * ends by the policy's interval from its stamp; where the policy has none, it is his word about that moment only.
 */
export async function takePost(scene: Scene, personId: string): Promise<void> {
  const { tx, work, now, actor, occurredAt, sessionId = null } = scene
  await keepAccount(tx, actor.userId)
  const at = saidAt(scene)
  const isKept = occurredAt !== undefined
  await backAtPost(tx, { work, personId, now: at, sessionId: isKept ? null : sessionId, signsIn: true })
  await leaveOthers(scene)
  if (!isKept) return
  const { rows } = await sql<Lost>`
    select coalesce(lost.since, ${new Date(at)}) as since, coalesce(lost.why, 'SILENT') as why
    from lo_work_person p join lo_work w on w.id = p.work_id ${policyJoin}
    left join lateral (${lostPost(now)}) lost on true
    where p.id = ${personId} and (lost.since is not null or coalesce(t.guard_alive_min, 0) = 0)`.execute(tx)
  for (const { since, why } of rows) await awayFromPost(tx, work, { personId, since: since.getTime(), why })
}

interface Lost {
  since: Date
  why: AwayWhy
}

/** Whoever signs in here has left every other post he was signed in at before. */
async function leaveOthers(scene: Scene): Promise<void> {
  const { tx, work, actor } = scene
  const at = saidAt(scene)
  const { rows } = await sql<{ personId: string; workId: string }>`
    select p.id as person_id, p.work_id from lo_work_person p join lo_work w on w.id = p.work_id
    where p.tenant_id = ${work.tenantId} and p.user_id = ${actor.userId} and p.role_tag = 'GUARD' and p.state = 1
      and p.check_in_time is not null and p.away_since is null and w.id <> ${work.id} and ${ticketIn('inField')}
      and coalesce(p.guard_seen_time, p.check_in_time) <= ${new Date(at)}
      -- A ticket and its renewal are one work (T46), as G15 counts them.
      and w.id is distinct from ${work.parentWorkId}::text and w.parent_work_id is distinct from ${work.id}
    order by p.work_id`.execute(tx)
  for (const { personId, workId } of rows)
    await awayFromPost(tx, { id: workId, tenantId: work.tenantId }, { personId, since: at, why: 'MOVED' })
}

type Input = InputOf<(typeof workExecutionEndpoints)['guardConfirm']>

/**
 * The guardian says that he is at his post. Phones say it often, so only coming back leaves an audit row. Whoever left the
 * fence or moved to another work comes back by his position or by signing in again.
 */
export async function confirmPost(
  ctx: Context,
  actor: Actor,
  input: Input,
  path: string,
): Promise<GuardPost> {
  await mustSee(ctx, actor, input.workId)
  const { rows } = await sql<{
    personId: string
    awayWhy: AwayWhy | null
    isAway: boolean
    minutes: number | null
    id: string
    tenantId: number
    areaId: string | null
    areaCode: string | null
  }>`
    select p.id as person_id, w.id, w.tenant_id, w.area_id, w.area_code, p.away_why, p.away_since is not null as is_away, coalesce(t.guard_alive_min, ${guardAliveMin}) as minutes
    from lo_work_person p join lo_work w on w.id = p.work_id ${policyJoin}
    where p.work_id = ${input.workId} and w.tenant_id = ${actor.tenantId} and w.del_flag = 0 and ${ticketIn('inField')}
      and p.user_id = ${actor.userId} and p.role_tag = 'GUARD' and p.state = 1 and p.check_in_time is not null`.execute(
    ctx.db,
  )
  const [post] = rows
  if (!post) throw fail('REFUSED', { detail: '只有已登记到位的监护人可以确认在岗，请先登记监护到位' })
  await ctx.db.transaction().execute((tx) => mustBeAtPost(ctx, tx, actor, post, input))
  if (post.awayWhy === 'MOVED')
    throw fail('REFUSED', { detail: '您已到其他工作票监护，请回到本票现场重新登记监护到位' })
  const now = ctx.clock.now()
  const { personId } = post
  const sessionId = actor.sessionId
  const back = (tx: Tx, work: Pick<WorkRow, 'id' | 'tenantId'>) =>
    backAtPost(tx, { work, personId, now, sessionId, signsIn: false })
  if (post.isAway)
    await advanceTicket(ctx, actor, input, path, {
      prepare: ({ tx, work }) => back(tx, work),
      ...just(null, { note: 'guardBack', personId }),
    })
  else await ctx.db.transaction().execute((tx) => back(tx, { id: input.workId, tenantId: actor.tenantId }))
  return { until: post.minutes ? now + post.minutes * 60_000 : null }
}

/**
 * Refuses the word of somebody who cannot be shown to be at his post: outside the fence, or without a position where one is
 * drawn. A terminal that knows no position reads a tag of the place instead (decision 0546).
 */
async function mustBeAtPost(
  ctx: Context,
  tx: Tx,
  { userId, sessionId }: Actor,
  work: Pick<WorkRow, 'id' | 'tenantId' | 'areaId' | 'areaCode'> & { readonly awayWhy: AwayWhy | null },
  { onSite, proof }: Pick<Input, 'onSite' | 'proof'>,
): Promise<void> {
  if (onSite) {
    const inside = await standsInside(tx, work, onSite)
    if (inside === true || (inside === null && work.awayWhy !== 'FENCE')) return
    throw fail('REFUSED', { detail: '您不在作业区域的围栏内，请回到现场，允许定位后再确认' })
  }
  if (work.awayWhy !== 'FENCE' && !(await hasFence(tx, work))) return
  const scene = { tx, work, actor: { userId }, now: ctx.clock.now(), sessionId }
  if (await readTagOfPlace(scene, proof, 'GUARD')) return
  throw fail('REFUSED', {
    detail:
      '未取得您的位置，不能确认您在作业区域的围栏内。请允许定位后确认；终端不能定位的，扫描作业区域或隔离点的标签后确认',
  })
}

/** A look at every guardian of running work: who signed out, lost his terminal or has been silent is absent from then on. */
export function watchGuardians(ctx: Context): void {
  let nextAt = Number.NEGATIVE_INFINITY
  ctx.timers.onLook(async (looking) => {
    const now = looking.clock.now()
    if (now < nextAt) return
    nextAt = now + lookMs
    await noteAbsent(looking)
  })
}

/** Notes every guardian who is not at his post any more; returns how many. Safe to repeat and on several servers. */
export async function noteAbsent(ctx: Context): Promise<number> {
  const now = ctx.clock.now()
  const absent = await ctx.db.transaction().execute(async (tx) => {
    const { rows } = await sql<PresentPerson & { workId: string; isLost: boolean }>`
      select ${presenceColumns}, w.id as work_id, exists (${lostPost(now)}) as is_lost from lo_work w
      join lo_work_person p on p.work_id = w.id and p.role_tag = 'GUARD' and p.state = 1
        and p.check_in_time is not null and p.away_since is null ${policyJoin} ${presenceJoins}
      where ${ticketIn('atWork')} order by w.id`.execute(tx)
    const gaps = await presenceGaps(tx, rows, now)
    return rows.filter(({ id, isLost }) => isLost || (gaps.get(id) ?? null) !== null)
  })
  let noted = 0
  for (const { tenantId, workId, id } of absent)
    if ((await takeBySystem(ctx, tenantId, workId, lost(id))) !== null) noted += 1
  return noted
}

/** Why somebody cannot take or keep the post of this line of a ticket at `now` (epoch ms; Chinese), or null. */
async function guardianGap(tx: Tx, lineId: string, now: number): Promise<string | null> {
  const { rows } = await sql<PresentPerson & { inside: string | null }>`
    select ${presenceColumns}, ${insideElsewhere} as inside
    from lo_work_person p join lo_work w on w.id = p.work_id ${policyJoin} ${presenceJoins}
    where p.id = ${lineId}`.execute(tx)
  const inside = rows[0]?.inside ?? null
  const gap = (await presenceGaps(tx, rows, now)).get(lineId) ?? null
  return gap ?? (inside === null ? null : `仍登记在工作票 ${inside} 的现场`)
}

/** Under the row lock of the ticket it is looked at again: he may have confirmed in this moment. */
const lost = (personId: string): TicketCommand => ({
  prepare: async ({ tx, work, now }) => {
    if (!isTicketIn('atWork', ticketOf(work))) return null
    const { rows } = await sql<{ since: Date | null; why: AwayWhy | null }>`
      select lost.since, lost.why from lo_work_person p join lo_work w on w.id = p.work_id ${policyJoin}
      left join lateral (${lostPost(now)}) lost on true
      where p.id = ${personId} and p.state = 1 and p.away_since is null`.execute(tx)
    const [post] = rows
    if (!post) return null
    const isUnfit = post.since === null && (await guardianGap(tx, personId, now)) !== null
    const why = isUnfit ? 'UNFIT' : post.why
    if (why === null) return null
    await awayFromPost(tx, work, { personId, since: post.since?.getTime() ?? now, why })
    return why
  },
  act: ({ prepared }) => ({ event: null, audit: { note: 'guardAway', personId, why: String(prepared) } }),
})
