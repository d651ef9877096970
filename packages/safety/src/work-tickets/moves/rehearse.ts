import type { InputOf, Rehearsal, rehearsalEndpoints } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { together } from '@suoan/platform/db/together'
import { failUnseen } from '@suoan/platform/fail'
import { loadActor } from '../facts/actor.ts'
import { takeEvent } from '../take-event.ts'
import { lockTicket } from '../ticket-row.ts'
import { differenceOf, snapshotOf } from '../ticket-snapshot.ts'
import { refusalOf } from '../transition-answer.ts'
import { mustSee } from '../visible.ts'
import { workOfRow } from './bind-move.ts'
import { examineUnsigned } from './examine.ts'

/** Carries what was seen out of a transaction that must leave nothing. */
class Undone extends Error {
  override readonly name = 'Undone'
  readonly seen: Rehearsal

  constructor(seen: Rehearsal) {
    super('rolled back')
    this.seen = seen
  }
}

/**
 * What an approval would do (decision 0966): the very command of the approval runs in a transaction that is taken back,
 * so that nothing is said of it that the approval would not do. Only the signature is left out.
 */
export async function rehearse(
  ctx: Context,
  actor: Actor,
  input: InputOf<typeof rehearsalEndpoints.simulate>,
): Promise<Rehearsal> {
  const workId = await workOfRow(ctx.db, actor, 'loWorkExamine', input.id)
  await mustSee(ctx, actor, workId)
  try {
    return await ctx.db.transaction().execute(async (tx): Promise<Rehearsal> => {
      throw new Undone(await attempt(ctx, tx, actor, workId, input))
    })
  } catch (error) {
    if (error instanceof Undone) return error.seen
    throw error
  }
}

async function attempt(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  workId: string,
  { id, edit, onSite }: InputOf<typeof rehearsalEndpoints.simulate>,
): Promise<Rehearsal> {
  const work = await lockTicket(tx, actor.tenantId, workId)
  if (!work) throw failUnseen('lo_work', [workId])
  const before = await snapshotOf(tx, workId)
  const scene = {
    tx,
    work,
    actor: await together(tx, (reading) => loadActor(reading, work, actor)),
    now: ctx.clock.now(),
  }
  const approval = examineUnsigned({
    id,
    contentHash: work.contentHash ?? '',
    opinion: '',
    approveStatus: 8,
    edit,
    onSite,
  })
  // What is announced in here has not happened.
  const outcome = await takeEvent(scene, () => undefined, null, approval)
  const state = (status: number) => ({
    workStatus: status,
    workStatus_dictText: labelOf('lo_work_status', status),
  })
  if (!outcome.ok) {
    const { message, rules } = refusalOf(outcome.refusal)
    return {
      passes: false,
      refusal: message,
      transId: '',
      ...state(work.workStatus ?? 0),
      rules: [...rules],
      changes: [],
      next: [],
    }
  }
  const { transId, workStatus, rules } = outcome.answer
  return {
    passes: true,
    refusal: '',
    transId,
    ...state(workStatus),
    rules,
    changes: differenceOf(before, await snapshotOf(tx, workId)).map(({ label, old, new: now }) => ({
      label,
      old,
      new: now,
    })),
    next: await askedNow(tx, workId),
  }
}

/** Whose decision the ticket waits for, as it stands in this transaction. */
async function askedNow(tx: Tx, workId: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select s.stage || ' ' || s.step_no || '：' || coalesce(u.realname, '—') as text from (
      select '审核' as stage, step_no, reviewer_id as user_id, 1 as rank from lo_work_review
        where work_id = ${workId} and review_status = 1
      union all select '审批', step_no, approver_id, 2 from lo_work_examine where work_id = ${workId} and approve_status = 1) s
    left join sys_user u on u.id = s.user_id order by s.rank, s.step_no, u.realname`.execute(tx)
  return rows.map(({ text }) => text)
}
