import type { Announced } from '@suoan/contract/events'
import type { AnyConsumer, Context, Reactions, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { createReactions } from '@suoan/platform/reactions'
import { sql } from 'kysely'

/** Reactions that nobody but `settle` does: the rows of a transaction under way are seen by no worker. */
export interface OwnReactions extends Reactions {
  /** Does all that is stored, and what that brings, in its order; throws what a handler throws. */
  settle(ctx: Context): Promise<void>
  /** What was stored in a transaction that was taken back is not done. */
  forget(): void
}

/** Nobody has to be told whose turn it was: what is told then would cost more than all that happened. */
const leftOut: ReadonlySet<string> = new Set(['tickets.turns'])

export function createOwnReactions(): OwnReactions {
  const registry = createReactions()
  const waiting: { readonly id: string; readonly consumer: AnyConsumer; readonly data: object }[] = []

  const storeOne = async (tx: Tx, consumer: AnyConsumer, data: object): Promise<void> => {
    const { rows } = await sql<{ id: string }>`
      insert into reaction (tenant_id, consumer, subject, data)
      values (0, ${consumer.name}, ${consumer.key(data as never)}, ${JSON.stringify(data)}::jsonb) returning id`.execute(
      tx,
    )
    for (const { id } of rows) waiting.push({ id, consumer, data })
  }

  return {
    consumers: registry.consumers,
    declare: (consumer) => (leftOut.has(consumer.name) ? undefined : registry.declare(consumer)),
    async store(tx: Tx, announced: readonly Announced[]) {
      let stored = 0
      for (const consumer of registry.consumers.values()) {
        const items = announced.filter(({ name }) => name === consumer.event).map(({ data }) => data)
        if (items.length === 0) continue
        const wanted = consumer.wants ? await consumer.wants(tx, items as never[]) : items
        for (const data of wanted) await storeOne(tx, consumer, data)
        stored += wanted.length
      }
      return stored
    },
    wake: () => {},
    onWake: () => {},
    forget: () => void waiting.splice(0),
    async settle(ctx) {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { id, consumer, data } = next
        await inTransaction(ctx, async (tx, emit) => {
          await consumer.handle({ ctx, tx, emit, now: ctx.clock.now() }, [data as never])
          await sql`delete from reaction where consumer = ${consumer.name} and id = ${id}::bigint`.execute(tx)
        })
      }
    },
  }
}
