import {
  mostExtendedMin,
  openSessionEndpoints as endpoints,
  remindQuietMin,
  type InputOf,
} from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { inTransaction, type Emit } from '@suoan/platform/db/transaction'
import { fail } from '@suoan/platform/fail'
import { answered, type Feature } from '@suoan/platform/http/route'
import { notifyUsers } from '@suoan/platform/notices/notify-users'
import { originOf, recordAudit } from '@suoan/platform/resource'
import { audienceFor } from '../alarms/index.ts'
import { maySeeLock } from '../locks/index.ts'

const minuteMs = 60_000
const quietMs = remindQuietMin * minuteMs
const page = '/isps/openLockList'

/** Reminding those at open locks, and more time for an opening: one asks, another decides (decision 0967). */
export const mountOpenSessionCalls: Feature = ({ ctx, bind }) => {
  bind(endpoints.remind, ({ input, actor }) => remind(ctx, actor, input.sessionIds))
  bind(endpoints.extendAsk, async ({ input, actor }) => {
    await ask(ctx, actor, input)
    return answered(null, '已申请，请另一名有“管理关闭”权限的人员在开锁列表中审批')
  })
  bind(endpoints.extendDecide, async ({ input, actor, request }) => {
    await decide(ctx, actor, input, originOf(request))
    return answered(null, input.agree ? '已同意延长，限时已更新' : '已拒绝，限时不变')
  })
}

interface Session {
  id: string
  tenantId: number
  lockId: string
  lockName: string
  areaCode: string | null
  openUserId: string | null
  openTime: Date
  limitSec: number
  workId: string | null
  workNo: string | null
  validEnd: Date | null
  /** Minutes that were agreed to before. */
  extendedMin: number
}

/** Open sessions of locks the caller may see, locked. */
async function openSessions(ctx: Context, tx: Tx, actor: Actor, ids: readonly string[]): Promise<Session[]> {
  const { rows } = await sql<Session>`
    select s.id, s.tenant_id, s.lock_id, l.lock_name, s.area_code, s.open_user_id, s.open_time,
      coalesce(s.limit_sec, 60 * coalesce(t.max_open_min, 15)) as limit_sec, s.work_id, s.work_no,
      -- Before the start a ticket has only the end that was planned.
      coalesce(w.valid_end, w.plan_end) as valid_end,
      (select coalesce(sum(e.minutes), 0)::int from lo_open_extend e where e.session_id = s.id and e.result = 1) as extended_min
    from lo_lock_onoff s join lo_lock l on l.id = s.lock_id left join lo_lock_type t on t.id = l.lock_type_id
    left join lo_work w on w.id = s.work_id
    where s.tenant_id = ${actor.tenantId} and s.state = 1 and s.id = any(${[...ids]}::text[])
    order by s.id for update of s`.execute(tx)
  const seen = await maySeeLock(
    ctx,
    actor,
    rows.map(({ lockId }) => lockId),
  )
  return rows.filter((row) => row.openUserId === actor.userId || seen.has(row.lockId))
}

async function remind(
  ctx: Context,
  actor: Actor,
  sessionIds: readonly string[],
): Promise<{ notified: number; waiting: number }> {
  return inTransaction(ctx, async (tx, emit) => {
    const now = ctx.clock.now()
    const sessions = await openSessions(ctx, tx, actor, sessionIds)
    const { rows } = await sql<{ id: string }>`select distinct bus_id as id from sys_announcement
      where bus_type = 'openRemind' and bus_id = any(${sessions.map(({ id }) => id)}::text[])
        and send_time > ${new Date(now - quietMs)}`.execute(tx)
    const asked = new Set(rows.map(({ id }) => id))
    const due = sessions.filter(({ id }) => !asked.has(id))
    const people = await audienceFor(tx, due, now)
    let notified = 0
    for (const session of due) {
      const userIds = (people.get(session.id) ?? [])
        .filter(({ audience }) => audience === 'opener' || audience === 'guardian' || audience === 'leader')
        .map(({ userId }) => userId)
      const told = await tell(tx, emit, session, {
        userIds,
        title: `请关锁：${session.lockName}已开启 ${Math.floor((now - session.openTime.getTime()) / minuteMs)} 分钟`,
        text: `${session.lockName}仍处于开启状态，请关锁；确需继续开启时，请在开锁列表中申请延长。`,
        type: 'openRemind',
        now,
      })
      if (told !== null) notified += 1
    }
    return { notified, waiting: sessions.length - due.length }
  })
}

async function ask(
  ctx: Context,
  actor: Actor,
  { sessionId, minutes, reason }: InputOf<typeof endpoints.extendAsk>,
): Promise<void> {
  await inTransaction(ctx, async (tx, emit) => {
    const now = ctx.clock.now()
    const session = await theOpen(ctx, tx, actor, sessionId)
    if (session.openUserId !== actor.userId && !actor.permissions.has('lo:warn:ack'))
      throw fail('REFUSED', { detail: '由开锁人或处理警告的人员申请延长' })
    mustEnd(session, minutes)
    const id = newId()
    const { rows } =
      await sql`insert into lo_open_extend (id, tenant_id, session_id, lock_id, minutes, reason, ask_by, ask_time)
      values (${id}, ${session.tenantId}, ${session.id}, ${session.lockId}, ${minutes}, ${reason}, ${actor.userId}, ${new Date(now)})
      on conflict (session_id) where result = 0 do nothing returning id`.execute(tx)
    if (rows.length === 0) throw fail('REFUSED', { detail: '这把锁已有一个延长申请等待审批，请等待审批结果' })
    const people = (await audienceFor(tx, [session], now)).get(session.id) ?? []
    await tell(tx, emit, session, {
      userIds: people
        .filter(({ audience }) => ['leader', 'keeper', 'areaOwner'].includes(audience))
        .map(({ userId }) => userId)
        .filter((userId) => userId !== actor.userId && userId !== session.openUserId),
      title: `请审批延长开启：${session.lockName}`,
      text: `申请延长 ${minutes} 分钟：${reason}`,
      type: 'openExtend',
      now,
    })
    emit('resource.changed', { resource: 'lock', tenantId: session.tenantId, ids: [session.lockId] })
  })
}

async function decide(
  ctx: Context,
  actor: Actor,
  { id, agree, remark }: InputOf<typeof endpoints.extendDecide>,
  origin: ReturnType<typeof originOf>,
): Promise<void> {
  await inTransaction(ctx, async (tx, emit) => {
    const now = ctx.clock.now()
    const { rows } = await sql<{ sessionId: string; minutes: number; askBy: string; reason: string }>`
      select session_id, minutes, ask_by, reason from lo_open_extend
      where id = ${id} and tenant_id = ${actor.tenantId} and result = 0 for update`.execute(tx)
    const [asked] = rows
    if (!asked) throw fail('REFUSED', { detail: '没有等待审批的延长申请，可能已由他人审批，请刷新列表' })
    const session = await theOpen(ctx, tx, actor, asked.sessionId)
    if (asked.askBy === actor.userId || session.openUserId === actor.userId)
      throw fail('REFUSED', { detail: '申请人和开锁人不能审批自己的延长，请由另一名人员审批' })
    if (agree) {
      mustEnd(session, asked.minutes)
      await sql`update lo_lock_onoff set limit_sec = ${session.limitSec + asked.minutes * 60}
        where id = ${session.id} and state = 1`.execute(tx)
    }
    await sql`update lo_open_extend set result = ${agree ? 1 : 2}, decide_by = ${actor.userId},
      decide_time = ${new Date(now)}, decide_remark = ${remark || null} where id = ${id}`.execute(tx)
    await recordAudit(tx, {
      actor,
      content: `${session.lockName}延长开启 ${asked.minutes} 分钟：${agree ? '同意' : '拒绝'}，申请人 ${asked.askBy}，原因 ${asked.reason}`,
      operateType: 3,
      origin,
      now,
    })
    await tell(tx, emit, session, {
      userIds: [asked.askBy, session.openUserId ?? ''],
      title: `${session.lockName}延长开启${agree ? '已同意' : '被拒绝'}`,
      text: agree
        ? `延长 ${asked.minutes} 分钟，最迟 ${shanghaiTime(session.openTime.getTime() + (session.limitSec + asked.minutes * 60) * 1000)} 关锁。`
        : `请立即关锁。${remark}`,
      type: 'openExtend',
      now,
    })
    emit('resource.changed', { resource: 'lock', tenantId: session.tenantId, ids: [session.lockId] })
  })
}

async function theOpen(ctx: Context, tx: Tx, actor: Actor, sessionId: string): Promise<Session> {
  const [session] = await openSessions(ctx, tx, actor, [sessionId])
  if (!session) throw fail('REFUSED', { detail: '这把锁已经关闭，或不在您可查看的范围内，请刷新列表' })
  return session
}

/** An opening ends with its ticket at the latest (W03); without one, what is agreed to in all has an end (decision 1000). */
function mustEnd(
  { openTime, limitSec, validEnd, workNo, lockName, extendedMin }: Session,
  minutes: number,
): void {
  const left = Math.max(
    0,
    validEnd === null
      ? mostExtendedMin - extendedMin
      : Math.floor((validEnd.getTime() - openTime.getTime() - limitSec * 1000) / minuteMs),
  )
  if (minutes <= left) return
  const may = left > 0 ? `最多再延长 ${left} 分钟` : '不能再延长'
  throw fail('REFUSED', {
    detail:
      validEnd === null
        ? `${lockName}没有工作票，一次开启累计最多延长 ${mostExtendedMin} 分钟，${may}；需要更久请关锁，凭工作票重新开启`
        : `工作票 ${workNo ?? ''} ${shanghaiTime(validEnd.getTime()).slice(11, 16)} 到期，${may}；需要更久请先申请工作票延期`,
  })
}

async function tell(
  tx: Tx,
  emit: Emit,
  session: Session,
  word: {
    readonly userIds: readonly string[]
    readonly title: string
    readonly text: string
    readonly type: 'openRemind' | 'openExtend'
    readonly now: number
  },
): Promise<string | null> {
  const { type, ...said } = word
  return notifyUsers(tx, emit, {
    tenantId: session.tenantId,
    ...said,
    title: said.title.slice(0, 100),
    level: 2,
    open: { type: 'url', page },
    about: { type, id: session.id },
  })
}
