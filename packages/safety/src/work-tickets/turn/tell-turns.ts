import type { TurnStep } from '@suoan/contract'
import type { ReactionEvents } from '@suoan/contract/events'
import { execPhase } from '@suoan/domain/dictionaries'
import { askedOf, isTerminal, pieceOf } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor, Context, Reacting } from '@suoan/platform/context'
import { notifyUsers } from '@suoan/platform/notices/notify-users'
import { openTicket } from '../../open-ticket.ts'
import { ticketOf } from '../ticket-row.ts'
import { loadTurn } from './load-turn.ts'

/**
 * Not asked for by a message: a decision is asked for by the transition itself, a draft has its applicant before it, the
 * end of the work is the leader's own word, and a lock is read by whoever stands at the ticket.
 */
const untold: ReadonlySet<TurnStep['act']> = new Set([
  'reviewPass',
  'approve',
  'submit',
  'releaseBegin',
  'readLock',
  'handoverAccept',
])

const keys = z.array(z.string())

/** Whoever's turn a ticket has become is told what to do, once for each piece of work (3-domain.md §4.4 "notify"). */
export function tellTurns(ctx: Context): void {
  ctx.reactions.declare({
    name: 'tickets.turns',
    title: '通知轮到办理工作票的人',
    event: 'ticket.moved',
    key: ({ workId }) => workId,
    // Whoever comes and goes while the work runs makes it nobody's turn.
    wants: (_, moves) =>
      moves.filter(
        ({ transId, phase }) => !((transId === 'T28' || transId === 'T29') && phase === execPhase.working),
      ),
    atOnce: 20,
    // Steps that one person takes one after the other bring one notice, about what comes after them.
    waitS: 2,
    // Whose turn it is follows from the ticket as it stands, so several moves of one are one question.
    handle: async (reacting, moves) => {
      const last = new Map(moves.map((move) => [move.workId, move]))
      for (const move of last.values()) await tellTurn(reacting, move)
    },
  })
}

async function tellTurn(
  { ctx, tx, emit, now }: Reacting,
  { tenantId, workId }: ReactionEvents['ticket.moved'],
): Promise<void> {
  const work = await tx
    .selectFrom('loWork')
    .selectAll()
    .where('id', '=', workId)
    .where('tenantId', '=', tenantId)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
  if (!work) return
  if (isTerminal(ticketOf(work))) {
    await sql`delete from lo_turn_told where work_id = ${workId}`.execute(tx)
    return
  }
  const { steps } = await loadTurn(ctx, tx, systemOf(tenantId), work)
  const asked = new Map<string, { userId: string; text: string; piece: string }>()
  for (const step of steps) {
    if (step.isOwnWay || step.missing.length > 0 || untold.has(step.act)) continue
    const piece = pieceOf(step)
    const text = askedOf(step)
    for (const { userId } of step.who) {
      const key = `${userId} ${piece}`
      if (!asked.has(key)) asked.set(key, { userId, text, piece })
    }
  }
  const { rows } = await sql<{ told: unknown; actorId: string | null }>`
    select (select told from lo_turn_told where work_id = ${workId}) as told,
      (select actor_id from lo_work_trans where work_id = ${workId} order by seq desc limit 1) as actor_id`.execute(
    tx,
  )
  const told = keys.catch([]).parse(rows[0]?.told ?? [])
  const actorId = rows[0]?.actorId
  // Whoever has just pressed sees what comes next before him. One message for one person: what he does first.
  const fresh = new Map<string, { piece: string; userIds: string[] }>()
  const reached = new Set<string>()
  for (const [key, { userId, text, piece }] of asked) {
    if (told.includes(key) || userId === actorId || reached.has(userId)) continue
    reached.add(userId)
    fresh.set(text, { piece, userIds: [...(fresh.get(text)?.userIds ?? []), userId] })
  }
  for (const [text, { piece, userIds }] of fresh)
    await notifyUsers(tx, emit, {
      tenantId,
      userIds,
      title: `请您${text}：${work.workName ?? work.workNo ?? ''}`,
      text: `工作票 ${work.workNo ?? ''}：请您${text}\n作业名称：${work.workName ?? ''}\n地点：${work.place ?? ''}`,
      level: 2,
      open: openTicket(workId, piece),
      about: { type: 'work', id: workId },
      event: 'stepWaiting',
      variables: { workNo: work.workNo ?? '', workName: work.workName ?? '', place: work.place ?? '' },
      now,
    })
  await sql`
    insert into lo_turn_told (work_id, tenant_id, told, update_time)
    values (${workId}, ${tenantId}, ${JSON.stringify([...asked.keys()])}::jsonb, ${new Date(now)})
    on conflict (work_id) do update set told = excluded.told, update_time = excluded.update_time`.execute(tx)
}

/** Nobody's eyes: it is asked whose turn it is, not what somebody may see. */
const systemOf = (tenantId: number): Actor => ({
  sessionId: '',
  userId: 'SYSTEM',
  username: 'system',
  realname: '系统',
  tenantId,
  orgCode: '',
  orgCodes: [],
  roleIds: [],
  roleCodes: [],
  permissions: new Set(),
})
