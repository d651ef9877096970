import { emergencyEndpoints as calls, type InputOf, type WaitingAck } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { shanghaiMoment } from '@suoan/kit/shanghai'
import { sql, type Updateable } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import type { Database } from '@suoan/platform/db/schema'
import { fail } from '@suoan/platform/fail'
import type { Bind } from '@suoan/platform/http/route'
import { mustExist } from '../draft/must-exist.ts'
import { command, type Scene, type TicketCommand } from '../ticket-command.ts'
import { isProvedBy } from './attended.ts'
import { createBindRowMove, type BindMove } from './bind-move.ts'
import { photoOf } from './photo.ts'
import { signByHand } from './sign.ts'

type In<N extends keyof typeof calls> = InputOf<(typeof calls)[N]>

/** Removing another's personal lock: asked, agreed by a second person, done, and known to its owner (T47–T49). */
export function bindEmergency(ctx: Context, bind: Bind, bindMove: BindMove): void {
  bindMove(calls.ask, ask)
  const bindRowMove = createBindRowMove(ctx, bind, 'loEmergencyRemoval')
  bindRowMove(calls.decide, decide)
  bindRowMove(calls.done, done)
  bindRowMove(calls.ack, ack)
  bind(calls.mine, ({ actor }) => waitingFor(ctx, actor))
}

/** The request with its evidence stands in the table before the guards look; a refusal takes it back (T47). */
function ask(input: In<'ask'>): TicketCommand {
  const contacts = input.contacts.map(({ time, channel, outcome }) => ({
    at: shanghaiMoment(time),
    channel,
    outcome,
  }))
  return command({
    reads: ['holds'],
    act: async (scene) => {
      const { work, facts } = scene
      const hold = facts.holds.find(
        (each) =>
          each.workId === work.id && each.lockId === input.lockId && each.holdType >= 2 && each.state !== 3,
      )
      if (!hold) throw fail('REFUSED', { detail: '这把个人锁没有挂在本票上，请核对锁具编号' })
      const { holdId } = hold
      const photo = await photoOf(scene, input.areaPhoto, 'areaClear', holdId)
      return {
        event: {
          type: 'removalAsk',
          holdId,
          reason: input.reason,
          ownerAbsent: input.ownerAbsent,
          contacts,
          areaChecked: input.areaChecked,
          areaPhoto: photo?.path ?? '',
        },
        beforeEffects: (before) => storeRequest(before, holdId, { ...input, areaPhoto: photo?.path ?? '' }),
        audit: { lockId: input.lockId, reason: input.reason, contacts: input.contacts.length },
      }
    },
  })
}

async function storeRequest(
  { tx, work, actor, now }: Scene,
  holdId: string,
  input: In<'ask'>,
): Promise<void> {
  const hold = await tx
    .selectFrom('loPointHold')
    .select(['lockId', 'pointId', 'userId'])
    .where('id', '=', holdId)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('loEmergencyRemoval')
    .values({
      id: newId(),
      tenantId: work.tenantId,
      lockId: hold.lockId,
      pointId: hold.pointId,
      workId: work.id,
      holdId,
      ownerId: hold.userId,
      reason: input.reason,
      requestBy: actor.userId,
      requestTime: new Date(now),
      ownerAbsentProof: JSON.stringify({ text: input.ownerAbsent }),
      contactLog: JSON.stringify(input.contacts),
      areaClearProof: JSON.stringify({ checked: input.areaChecked, photo: input.areaPhoto }),
      state: 0,
      sysOrgCode: work.sysOrgCode,
      createBy: actor.userId,
      createTime: new Date(now),
    })
    .execute()
}

/** The second person agrees, naming who removes and who watches, or refuses with words (T48). */
function decide(input: In<'decide'>): TicketCommand {
  const { id: removalId, agree, opinion, witnessId } = input
  return command({
    reads: ['removals'],
    prepare: async ({ tx, work }) => {
      if (agree && witnessId !== '') await mustExist(tx, work.tenantId, 'sys_user', [witnessId], '见证人')
    },
    act: ({ facts }) => {
      const asked = facts.removals.find((each) => each.removalId === removalId)
      const removerId = input.removerId || (asked?.requestBy ?? '')
      return {
        event: agree
          ? { type: 'removalApprove', removalId, removerId, witnessId }
          : { type: 'removalReject', removalId, opinion },
        afterEffects: (done) => noteOnRemoval(done, removalId, { opinion, ...(agree ? { witnessId } : {}) }),
        audit: { removalId, agree, opinion, witnessId },
      }
    },
  })
}

const done = ({ id: removalId, means, photo }: In<'done'>): TicketCommand => ({
  act: async (scene) => {
    const taken = await photoOf(scene, photo, 'removal', removalId)
    return {
      event: { type: 'removalDo', removalId, means, photo: taken?.path ?? '' },
      afterEffects: (after) =>
        noteOnRemoval(after, removalId, { removeMeans: means, removePhoto: taken?.path ?? null }),
      audit: { removalId, means },
    }
  },
})

/** The owner acknowledges (T49): in his own session, or without an account by his badge and his hand on this screen. */
function ack({ id: removalId, channel, badge, handwriting }: In<'ack'>): TicketCommand {
  return command({
    reads: ['removals'],
    act: async (scene) => {
      const { work, facts } = scene
      const removal = facts.removals.find((each) => each.removalId === removalId)
      const beside = removal?.ownerIsExternal === true
      if (beside && !(await isProvedBy(scene, badge, removal.ownerId, 'lockOff')))
        throw fail('REFUSED', { detail: `请扫描或输入${removal.ownerName}的通行码` })
      if (beside)
        await signByHand(scene, {
          bizId: removalId,
          role: 'LOCK',
          personId: removal.ownerId,
          name: removal.ownerName,
          image: handwriting ?? '',
          contentHash: work.contentHash ?? '',
        })
      return {
        event: { type: 'removalAck', removalId, channel, ...(beside && { confirmed: true as const }) },
        afterEffects: (done) => noteOnRemoval(done, removalId, { ackChannel: channel }),
        audit: { removalId, channel },
      }
    },
  })
}

async function noteOnRemoval(
  { tx }: Scene,
  removalId: string,
  columns: Updateable<Database['loEmergencyRemoval']>,
): Promise<void> {
  await tx.updateTable('loEmergencyRemoval').set(columns).where('id', '=', removalId).execute()
}

/** What the caller must acknowledge before he may enter, open or take a role anywhere. */
async function waitingFor(ctx: Context, actor: Actor): Promise<WaitingAck[]> {
  const { rows } = await sql<WaitingAck>`
    select r.id, r.work_id, w.work_no, w.work_name, coalesce(l.lock_code, '') as lock_code, r.reason,
      coalesce(q.realname, '') as request_name, coalesce(a.realname, '') as approve_name,
      coalesce(m.realname, '') as remover_name,
      to_char(r.remove_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as remove_time
    from lo_emergency_removal r join lo_work w on w.id = r.work_id left join lo_lock l on l.id = r.lock_id
    left join sys_user q on q.id = r.request_by left join sys_user a on a.id = r.approve_by
    left join sys_user m on m.id = r.remover_id
    where r.owner_id = ${actor.userId} and r.tenant_id = ${actor.tenantId} and r.state = 2
    order by r.remove_time`.execute(ctx.db)
  return rows
}
