import type { InputOf, workExamineEndpoints, workReviewEndpoints, workTicketEndpoints } from '@suoan/contract'
import type { TicketEdit } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import { fail } from '../../http/fail.ts'
import type { EventSource } from './advance-ticket.ts'
import { detectConflicts } from './detect-conflicts.ts'
import { loadAssignees, loadFlow, loadPolicy } from './facts/flow.ts'
import { submittedSnapshot } from './round-diff.ts'

type In<N extends keyof typeof workTicketEndpoints> = InputOf<(typeof workTicketEndpoints)[N]>

/** Submitting (T04, T09): conflicts are looked for first, reviewers are chosen from the flow, and the text is kept for the next round. */
export const submit: EventSource = {
  prepare: ({ tx, work }) => detectConflicts(tx, work),
  event: async ({ tx, work }) => {
    const loaded = await loadPolicy(tx, work.tenantId, work.workType ?? '', work.workLevel ?? '')
    const flow = loaded ? await loadFlow(tx, loaded.flowId) : []
    const assignees = await loadAssignees(tx, work, flow)
    return { type: 'submit', assignees: assignees.filter((person) => person.stage === 1) }
  },
  diff: ({ tx, work }) => submittedSnapshot(tx, work.id),
}

/** Review (T06–T08) of one pending row. */
export function review(input: InputOf<(typeof workReviewEndpoints)['decide']>): EventSource {
  const { id: rowId, contentHash, opinion } = input
  return {
    prepare: ({ tx, work }) => detectConflicts(tx, work),
    event: async ({ tx, work }) => {
      if (input.reviewStatus === 9)
        return { type: 'reviewReject', rowId, contentHash, opinion, reasonCode: input.reasonCode ?? '' }
      const loaded = await loadPolicy(tx, work.tenantId, work.workType ?? '', work.workLevel ?? '')
      const flow = loaded ? await loadFlow(tx, loaded.flowId) : []
      const examiners = (await loadAssignees(tx, work, flow)).filter((person) => person.stage === 2)
      return { type: 'reviewPass', rowId, contentHash, opinion, examiners }
    },
    finish: async ({ tx, work, actor, now }) => {
      const signId = await sign(tx, work, actor.userId, rowId, 'REVIEW', contentHash, input.signType, now)
      await tx
        .updateTable('loWorkReview')
        .set({ opinion, reasonCode: input.reasonCode ?? null, signId, contentHash })
        .where('id', '=', rowId)
        .execute()
    },
  }
}

/** Approval (T10–T13), with or without an edit; clashes are looked for again inside the approving transaction (§4.5.3). */
export function examine(input: InputOf<(typeof workExamineEndpoints)['decide']>): EventSource {
  const { id: rowId, contentHash, opinion } = input
  return {
    prepare: ({ tx, work }) => detectConflicts(tx, work),
    event: async ({ tx, work }) => {
      if (input.approveStatus === 9)
        return { type: 'approveReject', rowId, contentHash, opinion, reasonCode: input.reasonCode ?? '' }
      const edit = editOf(input.edit)
      if (!edit) return { type: 'approve', rowId, contentHash, opinion }
      const loaded = await loadPolicy(tx, work.tenantId, work.workType ?? '', work.workLevel ?? '')
      const flow = loaded ? await loadFlow(tx, loaded.flowId) : []
      const assignees = (await loadAssignees(tx, work, flow)).filter((person) => person.stage === 1)
      return { type: 'approve', rowId, contentHash, opinion, edit, assignees }
    },
    finish: async ({ tx, work, actor, now }) => {
      const signId = await sign(tx, work, actor.userId, rowId, 'APPROVE', contentHash, input.signType, now)
      await tx
        .updateTable('loWorkExamine')
        .set({
          opinion,
          reasonCode: input.reasonCode ?? null,
          signId,
          contentHash,
          editDiff: JSON.stringify(input.edit ?? null),
        })
        .where('id', '=', rowId)
        .execute()
    },
  }
}

function editOf(edit: InputOf<(typeof workExamineEndpoints)['decide']>['edit']): TicketEdit | null {
  if (!edit) return null
  const { planEnd, workLevel, content } = edit
  const changed: TicketEdit = {
    ...(planEnd === undefined ? {} : { planEnd: Date.parse(`${planEnd.replace(' ', 'T')}+08:00`) }),
    ...(workLevel === undefined ? {} : { workLevel }),
    ...(content === undefined ? {} : { content }),
  }
  return Object.keys(changed).length > 0 ? changed : null
}

type Scene = Parameters<NonNullable<EventSource['finish']>>[0]

async function sign(
  tx: Scene['tx'],
  work: Scene['work'],
  signerId: string,
  bizId: string,
  signRole: string,
  contentHash: string,
  signType: string,
  now: number,
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('loWorkSign')
    .values({
      id,
      tenantId: work.tenantId,
      workId: work.id,
      bizId,
      signerId,
      signRole,
      signType,
      signedContentHash: contentHash,
      signTime: new Date(now),
    })
    .execute()
  return id
}

/** The voiding reason is stored with the ticket (T18). */
export const voidTicket = ({ reason }: In<'void'>): EventSource => ({
  event: () => ({ type: 'void', reason }),
  finish: async ({ tx, work }) => {
    await tx.updateTable('loWork').set({ voidReason: reason }).where('id', '=', work.id).execute()
  },
})

/**
 * Zero-energy proof of a point (T24). The value as it was read is kept beside the number the limit is checked with; a
 * point where energy can build up again gets its next due time.
 */
export const pointVerify = (input: In<'pointVerify'>): EventSource => ({
  event: async ({ tx, facts }) => {
    const point = await tx
      .selectFrom('loPoint')
      .select(['reaccumulate', 'reVerifyMin'])
      .where('id', '=', input.pointId)
      .executeTakeFirst()
    const value = Number.parseFloat(input.verifyValue)
    const proof = {
      verifierId: facts.actor.userId,
      verifierName: facts.actor.name,
      at: facts.now,
      method: input.verifyMethod,
      value: Number.isNaN(value) ? null : value,
      unit: input.verifyUnit ?? '',
      result: input.verifyResult === 1,
      reVerifyDue: point?.reaccumulate === 1 ? facts.now + (point.reVerifyMin ?? 60) * 60_000 : null,
    }
    if (!proof.result)
      return {
        type: 'pointFail',
        pointId: input.pointId,
        reason: `验证不合格：${input.verifyValue}${proof.unit}`,
      }
    return { type: 'pointVerify', pointId: input.pointId, proof }
  },
  finish: async ({ tx, work }) => {
    await tx
      .updateTable('loWorkPoint')
      .set({ verifyValue: input.verifyValue, verifyPhoto: input.photo ?? null })
      .where('workId', '=', work.id)
      .where('pointId', '=', input.pointId)
      .execute()
  },
})

/** Locking a point (T22): a lock other than the planned one is recorded as a substitute. */
export const pointLock = (input: In<'pointLock'>): EventSource => ({
  prepare: async ({ tx, work, now }) => {
    const claim = { claimPhoto: input.proof?.photo ?? null, witnessId: input.proof?.witnessId ?? null }
    if (claim.claimPhoto === null) return
    await tx
      .updateTable('loWorkPoint')
      .set({ ...claim, updateTime: new Date(now) })
      .where('workId', '=', work.id)
      .where('pointId', '=', input.pointId)
      .execute()
  },
  event: ({ facts }) => {
    const planned = facts.points.find((point) => point.pointId === input.pointId)?.plannedLockId
    const substituteReason = planned === input.lockId ? '' : '现场使用替代锁具'
    return { type: 'pointLock', pointId: input.pointId, lockId: input.lockId, substituteReason }
  },
})

/** Putting on one's own lock (T26): only the caller's own, on a point of the ticket or on its lock box. */
export const personalLockOn = (input: In<'personalLockOn'>): EventSource => ({
  event: async ({ tx, work, facts }) => {
    const lock = await tx
      .selectFrom('loLock')
      .select('ownerUserId')
      .where('id', '=', input.lockId)
      .where('tenantId', '=', work.tenantId)
      .executeTakeFirst()
    if (!lock) throw fail('NOT_FOUND')
    return {
      type: 'personalLockOn',
      userId: facts.actor.userId,
      lockId: input.lockId,
      ownerId: lock.ownerUserId ?? '',
      pointId: input.pointId ?? null,
      boxId: input.boxId ?? null,
    }
  },
})

/** Taking off one's own lock (T42): the hold is found by the lock; nobody names a hold. */
export const personalLockOff = (input: In<'personalLockOff'>): EventSource => ({
  event: ({ work, facts }) => {
    const hold = facts.holds.find(
      (each) => each.workId === work.id && each.lockId === input.lockId && each.holdType >= 2,
    )
    if (!hold) throw fail('REFUSED', { detail: '这把个人锁没有挂在本票上，请核对锁具编号' })
    return { type: 'personalLockOff', holdId: hold.holdId }
  },
})

/** A gas sample (T30): stored with the limits it was judged by; 21.0001 fails 21, nothing is rounded. */
export const gasAdd = (input: In<'gasAdd'>): EventSource => {
  let passes = false
  const sampled = Date.parse(`${input.sampleTime.replace(' ', 'T')}+08:00`)
  return {
    prepare: async ({ tx, work, actor, now }) => {
      if (sampled > now + 60_000) throw fail('BAD_INPUT', { detail: '取样时间不能晚于当前时间' })
      const { rows } = await sql<{ limitMin: number | null; limitMax: number | null; unit: string }>`
        select limit_min::float8 as limit_min, limit_max::float8 as limit_max, unit from lo_gas_std
        where gas_code = ${input.gasCode} and tenant_id = ${work.tenantId} and del_flag = 0`.execute(tx)
      const limits = rows[0]
      if (!limits) throw fail('BAD_INPUT', { detail: `气体 ${input.gasCode} 没有合格标准，请先维护气体标准` })
      if (limits.unit !== input.unit)
        throw fail('BAD_INPUT', { detail: `单位须为 ${limits.unit}，现为 ${input.unit}` })
      const device = await tx
        .selectFrom('loDevice')
        .select('calibValidTo')
        .where('deviceSn', '=', input.deviceSn)
        .where('kind', '=', 'GAS')
        .where('tenantId', '=', work.tenantId)
        .executeTakeFirst()
      if (!device?.calibValidTo)
        throw fail('BAD_INPUT', { detail: `检测仪 ${input.deviceSn} 不存在或没有检定有效期` })
      if (Date.parse(`${device.calibValidTo}T23:59:59+08:00`) < now)
        throw fail('BAD_INPUT', { detail: `检测仪 ${input.deviceSn} 检定已过期，请更换仪器` })
      passes =
        (limits.limitMin === null || input.value >= limits.limitMin) &&
        (limits.limitMax === null || input.value <= limits.limitMax)
      await tx
        .insertInto('loWorkGas')
        .values({
          id: newId(),
          tenantId: work.tenantId,
          workId: work.id,
          pointDesc: input.pointDesc,
          gasCode: input.gasCode,
          value: input.value,
          unit: input.unit,
          limitMin: limits.limitMin,
          limitMax: limits.limitMax,
          pass: passes ? 1 : 0,
          sampleTime: input.sampleTime,
          deviceSn: input.deviceSn,
          calibValidTo: device.calibValidTo,
          testerId: actor.userId,
          testKind: input.testKind,
          createTime: new Date(now),
        })
        .execute()
    },
    event: () => ({ type: 'gasRepeat', pass: passes, sampleTime: sampled }),
  }
}

/** Work complete (T41): the leader answers for the cleared place. */
export const releaseBegin = (input: In<'releaseBegin'>): EventSource => ({
  prepare: async ({ tx, work, now }) => {
    const check = {
      areaInspected: input.areaCleared,
      toolsCleared: input.areaCleared,
      guardsRefitted: input.areaCleared,
      photo: Boolean(input.photo),
    }
    await tx
      .updateTable('loWork')
      .set({ siteCheck: JSON.stringify(check), ...(input.notified ? { notifiedTime: new Date(now) } : {}) })
      .where('id', '=', work.id)
      .execute()
  },
  event: () => ({ type: 'releaseBegin' }),
})

/** Finishing (T44): LEAD asks, the territory owner accepts, PERMIT confirms. */
export const finish = (input: In<'finish'>): EventSource => ({
  prepare: async ({ tx, work, now }) => {
    if (input.notified)
      await tx
        .updateTable('loWork')
        .set({ notifiedTime: new Date(now) })
        .where('id', '=', work.id)
        .execute()
  },
  // The dictionary `lo_close_result` checks the code when the domain stores it.
  event: () => ({ type: 'finish', closeResult: input.closeResult as '1' | '2' | '3' | '4' | '5' }),
})
