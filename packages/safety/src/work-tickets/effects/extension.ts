import { grantStatus, grantType } from '@suoan/domain/dictionaries'
import type { Effect } from '@suoan/domain/work-ticket'
import type { EffectScene } from './effect-scene.ts'
import { remindClosing } from './timers.ts'

type Of<K extends Effect['do']> = Extract<Effect, { do: K }>

/** The decision on an extension, with who made it (T39). */
export async function setExtension(
  { tx, work, actor, now }: EffectScene,
  effect: Of<'extension.set'>,
): Promise<void> {
  await tx
    .updateTable('loWorkExtend')
    .set({ result: effect.result, decideBy: actor.userId, decideTime: new Date(now) })
    .where('id', '=', effect.extendId)
    .where('workId', '=', work.id)
    .execute()
}

/** Ticket grants last as long as the close-out may (T39, §5.8 L4). */
export async function extendGrants(scene: EffectScene): Promise<void> {
  const { tx, ticket, now } = scene
  if (ticket.closeDeadline === null) return
  await tx
    .updateTable('loLockUser')
    .set({ validTo: new Date(ticket.closeDeadline), updateTime: new Date(now) })
    .where('workId', '=', ticket.id)
    .where('grantType', '=', grantType.ticket)
    .where('status', 'in', [grantStatus.pending, grantStatus.active, grantStatus.frozen])
    .execute()
  await remindClosing(scene)
}
