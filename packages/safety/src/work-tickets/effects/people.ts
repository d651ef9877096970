import type { Effect } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { askNamed } from '@suoan/platform/db/named-statements'
import type { EffectScene } from './effect-scene.ts'

type Of<K extends Effect['do']> = Extract<Effect, { do: K }>

/** Entering and leaving: the person's state and an append-only presence row (T28, T29). */
export async function setPerson(
  { tx, ticket, work, actor, at }: EffectScene,
  effect: Of<'person.set'>,
): Promise<void> {
  const moment = new Date(at)
  const passing = tx
    .with('person', (db) =>
      db
        .updateTable('loWorkPerson')
        .set({
          onState: effect.onState,
          ...(effect.onState === 1 ? { inTime: moment } : { outTime: moment }),
        })
        .where('workId', '=', ticket.id)
        .where('personId', '=', effect.userId)
        // Whoever was replaced while inside still leaves.
        .where((eb) => eb.or([eb('state', '=', 1), eb('onState', '=', 1)]))
        .returning('id'),
    )
    .insertInto('loWorkPresence')
    .values((eb) => ({
      id: newId(),
      tenantId: work.tenantId,
      workId: ticket.id,
      workPersonId: eb.selectFrom('person').select('person.id').limit(1),
      dir: effect.onState,
      time: moment,
      method: effect.method ?? 'MAN',
      byUserId: actor.userId,
    }))
  await askNamed(tx, passing)
}
