import type { Effect } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { EffectScene } from './effect-scene.ts'

type Of<K extends Effect['do']> = Extract<Effect, { do: K }>

/** One of several signatures (T27, T33, T44) is given and waits for the next. */
export async function recordKey(
  { tx, ticket, actor, event, now }: EffectScene,
  effect: Of<'key.record'>,
): Promise<void> {
  const { index, args } = effect
  const key = { event, index, args, userId: actor.userId, userName: actor.name, at: now }
  await sql`update lo_work set ask_state = coalesce(ask_state, '[]'::jsonb) || ${JSON.stringify([key])}::jsonb
    where id = ${ticket.id}`.execute(tx)
}

/** Forgets who has pressed so far: the next move needs all its keys again. */
export async function clearKeys({ tx, ticket }: EffectScene): Promise<void> {
  await sql`update lo_work set ask_state = '[]'::jsonb where id = ${ticket.id}`.execute(tx)
}
