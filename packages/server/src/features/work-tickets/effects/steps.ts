import type { Effect } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { EffectScene } from './apply.ts'

type Of<K extends Effect['do']> = Extract<Effect, { do: K }>

/** Rows for a new round; a step that is asked now has arrived now. */
export async function createSteps(
  { tx, ticket, work, now }: EffectScene,
  effect: Of<'steps.create'>,
): Promise<void> {
  for (const row of effect.rows) {
    const asked = row.status === 1
    const common = {
      id: newId(),
      tenantId: work.tenantId,
      workId: ticket.id,
      round: row.round,
      stepNo: row.stepNo,
      roleTag: row.roleTag,
      delegateFor: row.delegateFor,
      arriveTime: asked ? new Date(now) : null,
      dueTime: asked && row.slaMin ? new Date(now + row.slaMin * 60_000) : null,
      createTime: new Date(now),
    }
    if (row.stage === 1)
      await tx
        .insertInto('loWorkReview')
        .values({ ...common, reviewerId: row.userId, reviewStatus: row.status })
        .execute()
    else
      await tx
        .insertInto('loWorkExamine')
        .values({ ...common, approverId: row.userId, approveStatus: row.status })
        .execute()
  }
}

/** New statuses of rows; one that becomes 1 arrives now, one that is decided was acted on now. */
export async function setSteps({ tx, now }: EffectScene, effect: Of<'steps.set'>): Promise<void> {
  const moment = new Date(now)
  for (const { rowId, status } of effect.changes) {
    const times = status === 1 ? { arriveTime: moment } : status >= 8 ? { actTime: moment } : {}
    await tx
      .updateTable('loWorkReview')
      .set({ reviewStatus: status, ...times })
      .where('id', '=', rowId)
      .execute()
    await tx
      .updateTable('loWorkExamine')
      .set({ approveStatus: status, ...times })
      .where('id', '=', rowId)
      .execute()
  }
}

/** One of several signatures (T27, T33, T44) is given and waits for the next. */
export async function recordKey(
  { tx, ticket, actor, event, now }: EffectScene,
  effect: Of<'key.record'>,
): Promise<void> {
  const key = { event, index: effect.index, userId: actor.userId, userName: actor.name, at: now }
  await sql`update lo_work set ask_state = coalesce(ask_state, '[]'::jsonb) || ${JSON.stringify([key])}::jsonb
    where id = ${ticket.id}`.execute(tx)
}

export async function clearKeys({ tx, ticket }: EffectScene): Promise<void> {
  await sql`update lo_work set ask_state = '[]'::jsonb where id = ${ticket.id}`.execute(tx)
}
