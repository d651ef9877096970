import type { InputOf, workTicketEndpoints } from '@suoan/contract'
import { lockPurpose } from '@suoan/domain/dictionaries'
import type { PointFact } from '@suoan/domain/work-ticket'
import { dateTimeText } from '@suoan/domain/verdict'
import { sql } from 'kysely'
import { fail, failUnseen } from '@suoan/platform/fail'
import { command, type Scene, type TicketCommand } from '../ticket-command.ts'
import { holdIn } from '../../hold-sets.ts'
import { tokenOfOthers } from '../../offline-tokens.ts'
import { attended } from './attended.ts'
import { mustBeInUse } from './lock-in-use.ts'

type In<N extends keyof typeof workTicketEndpoints> = InputOf<(typeof workTicketEndpoints)[N]>

/**
 * Putting on one's own lock (T26): on a point of the ticket or on its lock box, and on one ticket at a time. For somebody
 * without an account it is hung at the caller's screen, with his badge and his own hand; a lock that nobody owns is
 * issued to him for as long as it hangs.
 */
export function personalLockOn(input: In<'personalLockOn'>): TicketCommand {
  const { lockId, pointId, boxId } = input
  return command({
    reads: ['points'],
    act: async (scene) => {
      const person = await attended(scene, input, 'in')
      const userId = person?.personId ?? scene.actor.userId
      const owner = (await ownerOf(scene, lockId)) ?? person?.personId ?? ''
      await mustBeInUse(scene.tx, scene.work.tenantId, lockId)
      await mustBeFree(scene, lockId)
      await mustOpenToNobodyElse(scene, lockId, userId)
      if (pointId) mustProtect(scene.facts.points.find((point) => point.pointId === pointId))
      if (boxId) await mustBeBox(scene, boxId)
      const place = { lockId, pointId: pointId ?? null, boxId: boxId ?? null }
      return {
        event: {
          type: 'personalLockOn',
          userId,
          ownerId: owner,
          ...place,
          ...(person ? { confirmed: true as const } : {}),
        },
        audit: person ? { ...place, personId: person.id, name: person.name } : place,
      }
    },
  })
}

/** A personal lock hangs where energy is held back; on a drain or a vent it would only look like protection (G13). */
function mustProtect(point: PointFact | undefined): void {
  if (point === undefined) throw fail('REFUSED', { detail: '该隔离点不在本票中，请选择本票的隔离点或锁箱' })
  if (point.kind === 'residual')
    throw fail('REFUSED', {
      detail: `${point.pointCode} 是泄放点，个人锁挂在那里保护不了您，请挂在锁箱或上锁的隔离点上`,
    })
}

/** Taking off one's own lock (T42): the hold is found by the lock; nobody names a hold. */
export function personalLockOff(input: In<'personalLockOff'>): TicketCommand {
  const { lockId } = input
  return command({
    reads: ['holds'],
    act: async (scene) => {
      const { work, facts } = scene
      const person = await attended(scene, input, 'lockOff')
      const hold = facts.holds.find(
        (each) => each.workId === work.id && each.lockId === lockId && each.holdType >= 2,
      )
      if (!hold) throw fail('REFUSED', { detail: '这把个人锁没有挂在本票上，请核对锁具编号' })
      if (person && hold.userId !== person.personId)
        throw fail('REFUSED', { detail: `这把锁不是${person.name}的，请核对锁具编号` })
      return {
        event: {
          type: 'personalLockOff',
          holdId: hold.holdId,
          ...(person ? { confirmed: true as const } : {}),
        },
        audit: person ? { lockId, personId: person.id, name: person.name } : { lockId },
      }
    },
  })
}

async function ownerOf({ tx, work }: Scene, lockId: string): Promise<string | null> {
  const lock = await tx
    .selectFrom('loLock')
    .select(['ownerUserId', 'lockPurpose'])
    .where('id', '=', lockId)
    .where('tenantId', '=', work.tenantId)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
  if (!lock) throw failUnseen('lo_lock', [lockId])
  if (lock.lockPurpose !== lockPurpose.personal)
    throw fail('REFUSED', { detail: '该锁具不是个人锁，请使用您本人的个人锁' })
  return lock.ownerUserId
}

/** The lock lies on no ticket yet, so no row lock of a ticket keeps two of them from taking it at the same moment. */
async function mustBeFree({ tx, work }: Scene, lockId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`personal-lock/${lockId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ workId: string; workNo: string }>`
    select h.work_id, w.work_no from lo_point_hold h join lo_work w on w.id = h.work_id
    where h.lock_id = ${lockId} and h.tenant_id = ${work.tenantId} and ${holdIn('resting')}`.execute(tx)
  const [hold] = rows
  if (!hold) return
  const where = hold.workId === work.id ? '本票' : `工作票 ${hold.workNo}`
  throw fail('REFUSED', { detail: `这把个人锁已挂在${where}上，请先摘下` })
}

/** It protects whoever hangs it only once it has forgotten what others carry for it (I3, L5, R15). */
async function mustOpenToNobodyElse({ tx, work, now }: Scene, lockId: string, userId: string): Promise<void> {
  const other = await tokenOfOthers(tx, { tenantId: work.tenantId, lockId, userId, at: now })
  if (other === null) return
  const { name, lockCode, until } = other
  throw fail('REFUSED', {
    detail: `个人锁 ${lockCode} 还能被 ${name} 的离线令牌打开：请让锁具联网确认撤销，或等到 ${dateTimeText(until)} 令牌失效后再挂；急用请换一把个人锁`,
  })
}

async function mustBeBox({ tx, work }: Scene, boxId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select l.id from lo_work_lock x join lo_lock l on l.id = x.lock_id
    where x.work_id = ${work.id} and l.id = ${boxId} and x.use_type = ${lockPurpose.lockBox} and x.state < 3`.execute(
    tx,
  )
  if (rows.length === 0) throw fail('REFUSED', { detail: '该锁箱不在本票锁具中，请核对锁箱编号' })
}
