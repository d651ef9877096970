import { warningEndpoints as endpoints, type ClosingAnswer, type InputOf } from '@suoan/contract'
import { closeKind, warnStatus, type WarnStatus } from '@suoan/domain/dictionaries'
import { sessionChange } from '@suoan/domain/lock'
import { minute } from '@suoan/domain/verdict'
import {
  acknowledged,
  isLive,
  mayAcknowledge,
  mayHandle,
  secondPersonMs,
  twoPersonClose,
  type Audience,
  type TwoPersonAsk,
  type WarnType,
} from '@suoan/domain/warning'
import { sql } from 'kysely'
import type { Actor, Context, Reacting, Tx } from '@suoan/platform/context'
import { inTransaction, type Emit } from '@suoan/platform/db/transaction'
import { fail, failUnseen } from '@suoan/platform/fail'
import { answered, type Feature } from '@suoan/platform/http/route'
import { originOf, recordAudit } from '@suoan/platform/resource'
import { notifyUsers } from '@suoan/platform/notices/notify-users'
import { takePhoto, type TakenPhoto } from '../evidence/take-photo.ts'
import { audienceFor } from '../alarms/index.ts'
import { closeOfClosedLocks, notifyClosed } from './close.ts'
import { mustSeeWarning } from './own-warnings.ts'
import { secondGap } from './second-person.ts'

/** What people do about a warning (3-domain.md §3.7, §5.10). */
export const mountWarningCalls: Feature = ({ ctx, bind }) => {
  bind(endpoints.ack, async ({ input, actor }) => {
    await acknowledge(ctx, actor, input)
    return answered(null, '已确认，锁未关闭前警告仍然保留')
  })
  bind(endpoints.adminClose, async ({ input, actor, request }) =>
    say(
      await closeByTwo(ctx, actor, 'adminClose', input, originOf(request)),
      '已由两人确认，警告已管理关闭；锁具再次上报仍未关闭时，警告自动恢复',
    ),
  )
  bind(endpoints.falseAlarm, async ({ input, actor, request }) =>
    say(
      await closeByTwo(ctx, actor, 'falseAlarm', input, originOf(request)),
      '已由两人确认，警告已标记为误报；锁具再次上报仍未关闭时，警告自动恢复',
    ),
  )
  bind(endpoints.finding, async ({ input, actor }) => {
    await change(ctx, actor, input.id, async (tx, row) => {
      // What was found is kept from whoever saw it; that the warning is taken on only from those it concerns.
      const takesOn =
        isLive(row.status) && mayHandle(levelOf(row), await audienceOfCaller(tx, actor, row, ctx.clock.now()))
      await tx
        .updateTable('loUncloseLock')
        .set({
          finding: input.finding,
          ...(input.cause ? { cause: input.cause } : {}),
          ...(takesOn ? { status: warnStatus.handling } : {}),
        })
        .where('id', '=', row.id)
        .execute()
    })
    return answered(null, '已登记')
  })
  bind(endpoints.requestClose, ({ input, actor }) => requestClose(ctx, actor, input.id))
}

const say = (answer: ClosingAnswer, done: string) =>
  answered(
    answer,
    answer.done ? done : `已提交，请另一名有权限的人员在 ${secondPersonMs / minute} 分钟内确认`,
  )

interface Row {
  id: string
  tenantId: number
  warnNo: string
  warnType: WarnType
  warnLevel: 0 | 1 | 2 | 3 | null
  status: WarnStatus
  lockId: string
  workId: string | null
  areaCode: string | null
  lockName: string | null
  sessionId: string
  openUserId: string | null
  openTime: Date | null
  raiseTime: Date
  askKind: TwoPersonAsk['kind'] | null
  askBy: string | null
  askTime: Date | null
  askSecond: string | null
  askPhoto: string | null
  askRemark: string | null
}

/** Runs `work` on the warning, locked, if the caller may see it. */
async function change<T>(
  ctx: Context,
  actor: Actor,
  id: string,
  work: (tx: Tx, row: Row, emit: Emit) => Promise<T>,
): Promise<T> {
  await mustSeeWarning(ctx, actor, id)
  return await inTransaction(ctx, async (tx, emit) => {
    const { rows } = await sql<Row>`
      select u.*, (select lock_name from lo_lock l where l.id = u.lock_id) as lock_name
      from lo_unclose_lock u where u.id = ${id} and u.tenant_id = ${actor.tenantId} for update of u`.execute(
      tx,
    )
    const [row] = rows
    if (!row) throw failUnseen('lo_unclose_lock', [id])
    const result = await work(tx, row, emit)
    emit('resource.changed', { resource: 'uncloseLock', tenantId: row.tenantId, ids: [row.id] })
    return result
  })
}

/** What the caller is to the warning; nothing when it is none of his. */
async function audienceOfCaller(tx: Tx, actor: Actor, row: Row, now: number): Promise<Audience[]> {
  const people = (await audienceFor(tx, [row], now)).get(row.id) ?? []
  return people.filter(({ userId }) => userId === actor.userId).map(({ audience }) => audience)
}

const levelOf = (row: Row): 1 | 2 | 3 => row.warnLevel || 1

/** Stops the repetitions for a time; never closes. Acknowledging twice is acknowledging once. */
async function acknowledge(ctx: Context, actor: Actor, input: InputOf<typeof endpoints.ack>): Promise<void> {
  await change(ctx, actor, input.id, async (tx, row) => {
    const now = new Date(ctx.clock.now())
    const is = isLive(row.status) ? await audienceOfCaller(tx, actor, row, ctx.clock.now()) : []
    if (isLive(row.status) && !mayAcknowledge(row.warnType, levelOf(row), is))
      throw fail('REFUSED', {
        detail: is.includes('opener')
          ? '警告已升级，开锁人本人不能确认，请立即关锁；确认由工作负责人、属地或安全管理人员办理'
          : `警告 ${row.warnNo} 未通知您，不能由您确认，请联系本级别的通知对象`,
      })
    await sql`update lo_warn_user set read_flag = 1, read_time = ${now}
      where warn_id = ${row.id} and user_id = ${actor.userId}`.execute(tx)
    const status = acknowledged(row.status)
    if (status === null) {
      if (!isLive(row.status)) throw fail('REFUSED', { detail: `警告 ${row.warnNo} 已关闭，无需确认` })
      return
    }
    await tx
      .updateTable('loUncloseLock')
      .set({ status, ackBy: actor.userId, ackTime: now, ackRemark: input.remark })
      .where('id', '=', row.id)
      .execute()
  })
}

/**
 * The only closing without a CLOSE: two people, the first with a photo. An administrative close ends the opening's
 * session too (closeKind 5) with all its warnings; the lock's own state stays what it reported, so no guard takes it for
 * shut. A false alarm ends this warning only. Both hold until the lock's next report that it is not shut (`returnWarnings`).
 */
async function closeByTwo(
  ctx: Context,
  actor: Actor,
  kind: TwoPersonAsk['kind'],
  input: {
    id: string
    remark: string
    photo?: string | null | undefined
    secondUserId?: string | null | undefined
    cause?: string | null | undefined
  },
  origin: ReturnType<typeof originOf>,
): Promise<ClosingAnswer> {
  // Asked before the warning is locked; it counts only where a second person is still to come.
  const gap = input.secondUserId
    ? await secondGap(ctx, actor, { warnId: input.id, userId: input.secondUserId, call: endpoints[kind] })
    : null
  return await change(ctx, actor, input.id, async (tx, row, emit) => {
    if (!isLive(row.status)) throw fail('REFUSED', { detail: `警告 ${row.warnNo} 已关闭，无需再次办理` })
    const now = ctx.clock.now()
    const pending: TwoPersonAsk | null =
      row.askKind === null || row.askBy === null || row.askTime === null
        ? null
        : { kind: row.askKind, by: row.askBy, at: row.askTime.getTime(), second: row.askSecond }
    const photos = await photosOf(ctx, tx, row, actor, input.photo)
    const hasPhoto = photos.length > 0
    const { openUserId } = row
    const answer = twoPersonClose(pending, { kind, by: actor.userId, at: now, hasPhoto, openUserId })
    if (answer.do === 'refuse') throw fail('REFUSED', { detail: answer.text })
    if (answer.do === 'ask') {
      if (gap !== null) throw fail('REFUSED', { detail: gap })
      if (input.secondUserId && input.secondUserId === openUserId)
        throw fail('REFUSED', { detail: '第二人不能是开锁人本人，请指定另一名人员，或不指定' })
      await ask(tx, row, actor, kind, { ...input, photo: pathsOf(photos) }, now)
      await notifySecond(tx, emit, row, input.secondUserId, kind, now)
      return { done: false, waiting: true }
    }
    await finish(tx, row, actor, kind, { ...input, photo: pathsOf(photos) }, now)
    if (kind === 'adminClose') await closeSession({ ctx, tx, emit, now }, row, actor)
    await notifyClosed(tx, emit, [row])
    const what = kind === 'adminClose' ? '管理关闭' : '标记误报'
    await recordAudit(tx, {
      actor,
      content: `未关锁警告 ${row.warnNo}：${what}，第一人 ${row.askBy ?? ''}，第二人 ${actor.userId}${await photoWords(tx, row)}`,
      operateType: 3,
      origin,
      now,
    })
    return { done: true, waiting: false }
  })
}

/** The pictures (several stored paths joined by commas) that a closing shows; each must be one (`takePhoto`). */
async function photosOf(
  ctx: Context,
  tx: Tx,
  row: Row,
  actor: Actor,
  names: string | null | undefined,
): Promise<TakenPhoto[]> {
  const taken: TakenPhoto[] = []
  for (const name of (names ?? '').split(',').filter((each) => each.trim() !== ''))
    taken.push(
      await takePhoto(tx, {
        tenantId: row.tenantId,
        userId: actor.userId,
        name,
        subject: { kind: 'warn', id: row.id },
        purpose: 'warning',
        now: ctx.clock.now(),
        blobs: ctx.blobs,
      }),
    )
  return taken
}

const pathsOf = (photos: readonly TakenPhoto[]): string | null =>
  photos.length > 0 ? photos.map(({ path }) => path).join(',') : null

/** The digests of what both people showed, for the operation log and its chain. */
async function photoWords(tx: Tx, row: Row): Promise<string> {
  const { rows } = await sql<{ sha256: string }>`select sha256 from lo_evidence_file
    where subject_kind = 'warn' and subject_id = ${row.id} order by use_time, path`.execute(tx)
  return rows.map(({ sha256 }) => `，照片 SHA-256 ${sha256}`).join('')
}

type Asked = {
  remark: string
  photo?: string | null | undefined
  secondUserId?: string | null | undefined
  cause?: string | null | undefined
}

/** Keeps what one person asks for. Until another confirms it the warning stays as it is, and is told as often (decision 0633). */
async function ask(
  tx: Tx,
  row: Row,
  actor: Actor,
  askKind: string,
  input: Asked,
  now: number,
): Promise<void> {
  await tx
    .updateTable('loUncloseLock')
    .set({
      askKind,
      askBy: actor.userId,
      askTime: new Date(now),
      askSecond: input.secondUserId || null,
      askPhoto: input.photo ?? null,
      askRemark: input.remark,
      ...(input.cause ? { cause: input.cause } : {}),
    })
    .where('id', '=', row.id)
    .execute()
}

async function notifySecond(
  tx: Tx,
  emit: Emit,
  row: Row,
  second: string | null | undefined,
  kind: TwoPersonAsk['kind'],
  now: number,
): Promise<void> {
  if (!second) return
  const what = kind === 'adminClose' ? '管理关闭' : '标记误报'
  await notifyUsers(tx, emit, {
    tenantId: row.tenantId,
    userIds: [second],
    title: `请确认${what}：${row.lockName ?? row.warnNo}`,
    text: `未关锁警告 ${row.warnNo} 申请${what}，请到现场核实后在 ${secondPersonMs / minute} 分钟内确认。`,
    level: 2,
    open: { type: 'url', page: '/isps/userUncloseLock' },
    about: { type: 'warn', id: row.id },
    now,
  })
}

async function finish(
  tx: Tx,
  row: Row,
  actor: Actor,
  kind: TwoPersonAsk['kind'],
  input: Asked,
  now: number,
): Promise<void> {
  const from = row.openTime ?? row.raiseTime
  await tx
    .updateTable('loUncloseLock')
    .set({
      status: kind === 'adminClose' ? warnStatus.closed : warnStatus.falseAlarm,
      nextTime: null,
      closeTime: new Date(now),
      closeBy: row.askBy,
      coCloseBy: actor.userId,
      closeKind: closeKind.administrative,
      closePhoto: row.askPhoto,
      closeRemark: `${row.askRemark ?? ''}；${input.remark}`.slice(0, 255),
      durationSec: Math.round((now - from.getTime()) / 1000),
      ...(input.cause ? { cause: input.cause } : {}),
    })
    .where('id', '=', row.id)
    .execute()
  await sql`update lo_unclose_lock set by_word = true where id = ${row.id}`.execute(tx)
}

async function closeSession(reacting: Reacting, row: Row, actor: Actor): Promise<void> {
  const { tx, now } = reacting
  const at = new Date(now)
  await sql`update lo_lock set open_session_id = null where id = ${row.lockId} and open_session_id = ${row.sessionId}`.execute(
    tx,
  )
  const { rows } = await sql<{ openTime: Date; limitSec: number | null }>`
    select open_time, limit_sec from lo_lock_onoff where id = ${row.sessionId} and state = 1 for update`.execute(
    tx,
  )
  const [open] = rows
  if (open !== undefined) {
    const limitSec = open.limitSec ?? 0
    const session = { sessionId: row.sessionId, openTime: open.openTime.getTime(), limitSec }
    const closed = { kind: 'closed', occurTime: now, closeKind: closeKind.administrative, limitSec } as const
    const change = sessionChange(session, closed)
    if (change.do === 'close')
      await sql`update lo_lock_onoff set state = 2, close_time = ${at}, close_user_id = ${actor.userId},
          close_kind = ${change.closeKind}, duration_sec = ${change.durationSec}, over_sec = ${change.overSec}
        where id = ${row.sessionId}`.execute(tx)
  }
  await closeOfClosedLocks(reacting)
}

/** Asks the opener and the guardian to shut the lock; the same warning is not called for twice in a minute. */
async function requestClose(ctx: Context, actor: Actor, id: string) {
  return await change(ctx, actor, id, async (tx, row, emit) => {
    if (!isLive(row.status)) throw fail('REFUSED', { detail: `警告 ${row.warnNo} 已关闭，无需催促` })
    const now = ctx.clock.now()
    const { rows } = await sql<{ userId: string }>`
      select ${row.openUserId}::text as user_id where ${row.openUserId}::text is not null
      union select p.user_id from lo_work_person p join lo_unclose_lock u on u.work_id = p.work_id
        where u.id = ${row.id} and p.role_tag = 'GUARD' and p.state = 1`.execute(tx)
    const told = await notifyUsers(tx, emit, {
      tenantId: row.tenantId,
      userIds: rows.map(({ userId }) => userId),
      title: `请立即关闭${row.lockName ?? '锁具'}`,
      text: `${actor.realname}请您立即关闭${row.lockName ?? '锁具'}（警告 ${row.warnNo}）。`,
      level: 3,
      open: { type: 'url', page: '/isps/userUncloseLock' },
      about: { type: 'closeAsk', id: `${row.id}-${Math.floor(now / 60_000)}` },
      once: true,
      now,
    })
    return answered(
      { notified: told === null ? 0 : rows.length },
      told === null ? '刚刚已经催促过，请稍候' : '已催促关锁',
    )
  })
}
