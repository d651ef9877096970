import { workStatus } from '@suoan/domain/dictionaries'
import { newTicketState, possibleEvents, rolesOf } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail, failUnseen } from '@suoan/platform/fail'
import { claimClientOp, storeAnswer } from '../../client-op.ts'
import { loadActor } from '../facts/actor.ts'
import { recordTransition } from '../record-transition.ts'
import { lockTicket, ticketOf, type WorkRow } from '../ticket-row.ts'
import { differenceOf, differenceRow, snapshotOf } from '../ticket-snapshot.ts'
import { mustSee } from '../visible.ts'
import { departOf, fieldsOf, type Draft } from './draft-fields.ts'
import { writeRows } from './draft-rows.ts'
import { restateGas } from '../facts/gas-repeat.ts'
import { completeMeasures } from '../facts/measure-template.ts'
import { engineOf } from '@suoan/platform/resource'
import type { FillRules } from '@suoan/platform/resource/fill-rules'
import { nextWorkNo } from './work-number.ts'

/** Which version of which procedure a ticket began with. */
export interface ProcedureOfTicket {
  readonly procedureId: string
  readonly procedureVersion: number
}

/**
 * Saves a draft (T01 create, T02 edit; from 3 or 5 the first edit opens the next round). The ticket's number is taken
 * at the first save. Returns the ticket's id. A save over somebody else's is refused with the difference.
 */
export async function saveDraft(
  ctx: Context,
  actor: Actor,
  draft: Draft,
  clientOpId: string,
  /** Of a draft that was made from something else: what the call said, and the procedure it began with. */
  { body = draft, procedure }: { readonly body?: unknown; readonly procedure?: ProcedureOfTicket } = {},
): Promise<string> {
  if (draft.id !== undefined) await mustSee(ctx, actor, draft.id)
  return inTransaction(ctx, async (tx, emit) => {
    const { stored } = await claimClientOp(tx, actor, { clientOpId, endpoint: 'saveDraft', body })
    if (stored !== null) return String(stored.body)
    const id = await writeDraft(
      tx,
      engineOf(ctx).fillRules,
      actor,
      draft,
      ctx.clock.now(),
      clientOpId,
      procedure,
    )
    await storeAnswer(tx, actor, clientOpId, { ok: true, body: id })
    emit('ticket.changed', { tenantId: actor.tenantId, ids: [id] })
    return id
  })
}

/** Writes the draft in the caller's transaction; returns its id. */
export async function writeDraft(
  tx: Tx,
  fillRules: FillRules,
  actor: Actor,
  draft: Draft,
  now: number,
  clientOpId: string | null,
  procedure?: ProcedureOfTicket,
): Promise<string> {
  return draft.id === undefined
    ? create(tx, fillRules, actor, draft, now, clientOpId, procedure)
    : edit(tx, actor, draft, draft.id, now, clientOpId)
}

async function create(
  tx: Tx,
  fillRules: FillRules,
  actor: Actor,
  draft: Draft,
  now: number,
  clientOpId: string | null,
  procedure: ProcedureOfTicket | undefined,
) {
  const author = await loadActor(tx, null, actor)
  const roles = rolesOf(null, null, { actor: author, steps: [], holds: [], handovers: [], removals: [] })
  if (!possibleEvents(null, roles).includes('create'))
    throw fail('REFUSED', { detail: '只有签发人可以新建工作票，请联系管理员分配签发角色' })
  const id = newId()
  const fields = await fieldsOf(tx, actor, draft)
  await tx
    .insertInto('loWork')
    .values({
      ...fields,
      ...procedure,
      id,
      tenantId: actor.tenantId,
      workNo: await nextWorkNo(tx, fillRules, actor.tenantId, actor.orgCode, draft.workType, now),
      workStatus: newTicketState.status,
      execPhase: newTicketState.phase,
      voidFlag: 0,
      closeFlag: 0,
      reviewStatus: newTicketState.reviewStatus,
      approveStatus: newTicketState.approveStatus,
      round: newTicketState.round,
      applicantId: actor.userId,
      applyDepartId: await departOf(tx, actor),
      sysOrgCode: actor.orgCode,
      createBy: actor.username,
      createTime: new Date(now),
      revision: 1,
    })
    .execute()
  await writeRows(tx, actor, id, draft, now)
  const work = await storedTicket(tx, actor, id)
  await completeMeasures(tx, work, now)
  await restateGas(tx, work, now)
  await recordTransition(tx, work, author, {
    transId: 'T01',
    event: 'create',
    before: null,
    after: ticketOf(work),
    verdicts: [],
    diff: null,
    clientOpId,
    now,
  })
  return id
}

async function edit(
  tx: Tx,
  actor: Actor,
  draft: Draft,
  id: string,
  now: number,
  clientOpId: string | null,
): Promise<string> {
  const work = await storedTicket(tx, actor, id)
  const before = ticketOf(work)
  const person = await loadActor(tx, work, actor)
  const roles = rolesOf(before, null, { actor: person, steps: [], holds: [], handovers: [], removals: [] })
  if (!roles.includes('APPLICANT') && !roles.includes('EDITOR'))
    throw fail('REFUSED', { detail: '只有申请人或本部门编辑人员可以修改此工作票' })
  if (!possibleEvents(before, roles).includes('edit'))
    throw fail('REFUSED', { detail: '当前状态不允许修改，请先撤回或等待处理结果' })
  const asStored = await snapshotOf(tx, id)
  await overwrite(tx, actor, work, draft, now)
  await completeMeasures(tx, await storedTicket(tx, actor, id), now)
  await restateGas(tx, work, now)
  const difference = differenceOf(asStored, await snapshotOf(tx, id))
  // Said only after the draft was written, so that both versions can be laid side by side; the throw takes it back.
  if (draft.revision !== work.revision) {
    const yours = difference.map((each) => ({
      field: each.field,
      label: each.label,
      stored: each.old,
      yours: each.new,
    }))
    throw fail('STALE', {}, { revision: work.revision, difference: yours })
  }
  await recordTransition(tx, work, person, {
    transId: 'T02',
    event: 'edit',
    before,
    after: ticketOf(await storedTicket(tx, actor, id)),
    verdicts: [],
    diff: differenceRow(difference),
    clientOpId,
    now,
  })
  return id
}

async function overwrite(tx: Tx, actor: Actor, work: WorkRow, draft: Draft, now: number): Promise<void> {
  // T02: the first edit after a rejection opens the next round and brings the ticket back to a draft.
  const reopened =
    work.workStatus === workStatus.draft
      ? {}
      : { workStatus: workStatus.draft, reviewStatus: 0, approveStatus: 0, round: (work.round ?? 1) + 1 }
  const fields = await fieldsOf(tx, actor, draft)
  await tx
    .updateTable('loWork')
    .set({
      ...fields,
      // The level the rules raised it to, sent back as it stands, is no choice of the applicant (G29).
      ...(draft.workLevel === work.workLevel &&
      draft.workType === work.workType &&
      fields.baseTypes === work.baseTypes
        ? {}
        : { baseLevel: null, levelReason: null }),
      ...reopened,
      updateBy: actor.username,
      updateTime: new Date(now),
      revision: work.revision + 1,
    })
    .where('id', '=', work.id)
    .execute()
  await writeRows(tx, actor, work.id, draft, now)
}

async function storedTicket(tx: Tx, actor: Actor, id: string): Promise<WorkRow> {
  const work = await lockTicket(tx, actor.tenantId, id)
  if (!work) throw failUnseen('lo_work', [id])
  return work
}
