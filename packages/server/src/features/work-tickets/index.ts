import { workExamineEndpoints, workReviewEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import type { Feature } from '../../http/route.ts'
import { fail } from '../../http/fail.ts'
import { advanceTicket, type EventSource, type Move } from './advance-ticket.ts'
import { checkPlan } from './check-plan.ts'
import { copyTicket } from './copy-ticket.ts'
import { listTickets, listDecisions } from './list-tickets.ts'
import { loadDetail, loadTimeline } from './load-detail.ts'
import { mustBe, noteOnTicket } from './note-on-ticket.ts'
import { reactToLocks } from './reactions.ts'
import { saveDraft } from './save-draft.ts'
import * as events from './ticket-events.ts'
import type { Actor, Tx } from '../../context.ts'

/** Work tickets (3-domain.md §3.7): each call is bound to the event it stands for. */
export const mountWorkTickets: Feature = ({ ctx, bind }) => {
  const move = (actor: Actor, input: Move, name: string, source: EventSource) =>
    advanceTicket(ctx, actor, input, name, source)

  bind(tickets.myList, ({ input, actor }) => listTickets(ctx, actor, input, 'mine'))
  bind(tickets.allList, ({ input, actor }) => listTickets(ctx, actor, input, 'all'))
  bind(workReviewEndpoints.myList, ({ input, actor }) => listDecisions(ctx, actor, input, 'review'))
  bind(workExamineEndpoints.myList, ({ input, actor }) => listDecisions(ctx, actor, input, 'examine'))
  bind(tickets.detail, ({ input, actor }) => loadDetail(ctx, actor, input.id))
  bind(tickets.timeline, ({ input, actor }) => loadTimeline(ctx, actor, input.id))
  bind(tickets.saveDraft, async ({ input: { clientOpId, ...draft }, actor }) =>
    loadDetail(ctx, actor, await saveDraft(ctx, actor, draft, clientOpId)),
  )
  bind(tickets.copy, async ({ input, actor }) =>
    loadDetail(ctx, actor, await copyTicket(ctx, actor, input.workId, input.clientOpId)),
  )
  bind(tickets.checkPlan, ({ input, actor }) => checkPlan(ctx, actor, input))
  bind(tickets.remove, async ({ input, actor }) => {
    await move(actor, input, 'deleteDraft', { event: () => ({ type: 'deleteDraft' }) })
    return null
  })

  bind(tickets.submit, ({ input, actor }) => move(actor, input, 'submit', events.submit))
  bind(tickets.withdraw, ({ input, actor }) =>
    move(actor, input, 'withdraw', { event: () => ({ type: 'withdraw' }) }),
  )
  bind(tickets.void, ({ input, actor }) => move(actor, input, 'void', events.voidTicket(input)))
  bind(workReviewEndpoints.decide, async ({ input, actor }) =>
    move(
      actor,
      { ...input, workId: await workOfRow(ctx.db, actor, 'loWorkReview', input.id) },
      'review',
      events.review(input),
    ),
  )
  bind(workExamineEndpoints.decide, async ({ input, actor }) =>
    move(
      actor,
      { ...input, workId: await workOfRow(ctx.db, actor, 'loWorkExamine', input.id) },
      'examine',
      events.examine(input),
    ),
  )

  bind(tickets.isolateStart, ({ input, actor }) =>
    move(actor, input, 'isolateStart', { event: () => ({ type: 'isolateStart' }) }),
  )
  bind(tickets.pointOperate, ({ input, actor }) =>
    move(actor, input, 'pointOperate', {
      event: () => ({
        type: 'pointOperate',
        pointId: input.pointId,
        presenceProof: Boolean(input.proof?.nfcUid ?? input.proof?.qr ?? input.proof?.photo),
        ...(input.residualDone === 1 ? { residualDone: true } : {}),
      }),
    }),
  )
  bind(tickets.pointLock, ({ input, actor }) => move(actor, input, 'pointLock', events.pointLock(input)))
  bind(tickets.pointTag, ({ input, actor }) =>
    move(actor, input, 'pointTag', { event: () => ({ type: 'pointTag', pointId: input.pointId }) }),
  )
  bind(tickets.pointVerify, ({ input, actor }) =>
    move(actor, input, 'pointVerify', events.pointVerify(input)),
  )
  bind(tickets.pointFail, ({ input, actor }) =>
    move(actor, input, 'pointFail', {
      event: () => ({ type: 'pointFail', pointId: input.pointId, reason: input.reason }),
    }),
  )
  bind(tickets.personalLockOn, ({ input, actor }) =>
    move(actor, input, 'personalLockOn', events.personalLockOn(input)),
  )
  bind(tickets.personalLockOff, ({ input, actor }) =>
    move(actor, input, 'personalLockOff', events.personalLockOff(input)),
  )

  bind(tickets.brief, ({ input, actor }) =>
    noteOnTicket(ctx, actor, input, 'brief', async ({ tx, work, actor: person, now }) => {
      mustBe(person, ['LEAD', 'PERMIT'], '工作负责人或许可人')
      await tx
        .updateTable('loWorkPerson')
        .set({ briefTime: new Date(now), briefSignId: newId() })
        .where('workId', '=', work.id)
        .where('id', 'in', input.personIds)
        .execute()
    }),
  )
  bind(tickets.guardIn, ({ input, actor }) =>
    noteOnTicket(ctx, actor, input, 'guardIn', async ({ tx, work, actor: person, now }) => {
      mustBe(person, ['GUARD', 'LEAD'], '监护人本人或工作负责人')
      const seen = await tx
        .updateTable('loWorkPerson')
        .set({ checkInTime: new Date(now) })
        .where('workId', '=', work.id)
        .where('id', '=', input.personId)
        .where('roleTag', '=', 'GUARD')
        .executeTakeFirst()
      if (Number(seen.numUpdatedRows) === 0)
        throw fail('REFUSED', { detail: '此人不是本票的监护人，请核对名单' })
    }),
  )
  bind(tickets.gasAdd, async ({ input, actor }) => {
    const status = await statusOf(ctx.db, actor, input.workId)
    const source = events.gasAdd(input)
    // Before the work starts a test moves nothing; during it a failing one stops the work (T30).
    if (status === 20) return move(actor, input, 'gasAdd', source)
    return noteOnTicket(ctx, actor, input, 'gasAdd', async (scene) => {
      mustBe(scene.actor, ['GASTEST', 'GUARD'], '气体检测人或监护人')
      await source.prepare?.(scene)
    })
  })

  bind(tickets.start, ({ input, actor }) => move(actor, input, 'start', { event: () => ({ type: 'start' }) }))
  bind(tickets.personIn, async ({ input, actor }) => {
    const userId = await userOfPerson(ctx.db, input.workId, input.personId)
    return move(actor, input, 'personIn', { event: () => ({ type: 'personIn', userId }) })
  })
  bind(tickets.personOut, async ({ input, actor }) => {
    const userId = await userOfPerson(ctx.db, input.workId, input.personId)
    return move(actor, input, 'personOut', { event: () => ({ type: 'personOut', userId }) })
  })
  bind(tickets.suspend, ({ input, actor }) =>
    move(actor, input, 'suspend', { event: () => ({ type: 'suspend', reason: input.reason }) }),
  )
  bind(tickets.stop, ({ input, actor }) =>
    move(actor, input, 'stop', { event: () => ({ type: 'suspend', reason: input.reason }) }),
  )
  bind(tickets.resume, ({ input, actor }) =>
    move(actor, input, 'resume', { event: () => ({ type: 'resume', causeClosed: true }) }),
  )
  bind(tickets.releaseBegin, ({ input, actor }) =>
    move(actor, input, 'releaseBegin', events.releaseBegin(input)),
  )
  bind(tickets.pointRestore, ({ input, actor }) =>
    move(actor, input, 'pointRestore', { event: () => ({ type: 'pointRestore', pointId: input.pointId }) }),
  )
  bind(tickets.accept, ({ input, actor }) =>
    move(actor, input, 'accept', {
      event: () => ({ type: 'finish', closeResult: '1' }),
      finish: async ({ tx, work, actor: person, now }) => {
        await tx
          .updateTable('loWork')
          .set({ acceptBy: person.userId, acceptTime: new Date(now) })
          .where('id', '=', work.id)
          .execute()
      },
    }),
  )
  bind(tickets.finish, ({ input, actor }) => move(actor, input, 'finish', events.finish(input)))

  reactToLocks(ctx)
}

type Reader = Pick<Tx, 'selectFrom'>

async function workOfRow(
  db: Reader,
  actor: Actor,
  table: 'loWorkReview' | 'loWorkExamine',
  id: string,
): Promise<string> {
  const row = await db
    .selectFrom(table)
    .select('workId')
    .where('id', '=', id)
    .where('tenantId', '=', actor.tenantId)
    .executeTakeFirst()
  if (!row?.workId) throw fail('NOT_FOUND')
  return row.workId
}

async function userOfPerson(db: Reader, workId: string, personId: string): Promise<string> {
  const row = await db
    .selectFrom('loWorkPerson')
    .select('userId')
    .where('id', '=', personId)
    .where('workId', '=', workId)
    .executeTakeFirst()
  if (!row?.userId) throw fail('REFUSED', { detail: '此人不在本票人员名单中，请先由工作负责人增加' })
  return row.userId
}

async function statusOf(db: Reader, actor: Actor, workId: string): Promise<number | null> {
  const row = await db
    .selectFrom('loWork')
    .select('workStatus')
    .where('id', '=', workId)
    .where('tenantId', '=', actor.tenantId)
    .executeTakeFirst()
  return row?.workStatus ?? null
}
