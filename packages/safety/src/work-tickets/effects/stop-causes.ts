import type { Effect } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import { readStopCauses, type StoredCause } from '../facts/stop-causes.ts'
import type { EffectScene } from './effect-scene.ts'

type Of<K extends Effect['do']> = Extract<Effect, { do: K }>

/** The work stands still for this as well, until somebody answers for it (T32). */
export async function openCause(scene: EffectScene, { kind, reason, gas }: Of<'cause.open'>): Promise<void> {
  const { actor, now } = scene
  const byName = actor.isSystem ? '' : actor.name
  const cause = {
    causeId: newId(),
    kind,
    reason,
    ...(gas && { gas }),
    at: now,
    byName,
    closedAt: null,
    closedByName: '',
    evidence: '',
  }
  await store(scene, [...(await stored(scene)), cause])
}

/** Somebody answers for one of them (T55). */
export async function closeCause(
  scene: EffectScene,
  { causeId, evidence }: Of<'cause.close'>,
): Promise<void> {
  const { actor, now } = scene
  const causes = await stored(scene)
  await store(
    scene,
    causes.map((each) =>
      each.causeId === causeId ? { ...each, closedAt: now, closedByName: actor.name, evidence } : each,
    ),
  )
}

/** Work goes on: the chain keeps what stopped it. */
export async function clearCauses({ tx, ticket }: EffectScene): Promise<void> {
  await sql`update lo_work set stop_causes = null where id = ${ticket.id}`.execute(tx)
}

/** As it is now: one event may open several. The caller holds the ticket's row lock. */
async function stored({ tx, ticket }: EffectScene): Promise<StoredCause[]> {
  const row = await tx
    .selectFrom('loWork')
    .select('stopCauses')
    .where('id', '=', ticket.id)
    .executeTakeFirstOrThrow()
  return readStopCauses(row)
}

async function store({ tx, ticket }: EffectScene, causes: readonly StoredCause[]): Promise<void> {
  await sql`update lo_work set stop_causes = ${JSON.stringify(causes)}::jsonb where id = ${ticket.id}`.execute(
    tx,
  )
}
