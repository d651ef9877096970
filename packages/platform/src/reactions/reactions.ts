import { sql } from 'kysely'
import type { AnyConsumer, Reactions, Tx } from '../context.ts'

/** Makes the registry of one server; features declare their consumers when they are mounted. */
export function createReactions(): Reactions {
  const consumers = new Map<string, AnyConsumer>()
  const byEvent = new Map<string, AnyConsumer[]>()
  let look = (): void => {}
  return {
    consumers,
    declare(consumer) {
      if (consumers.has(consumer.name)) throw new Error(`consumer ${consumer.name} is declared twice`)
      // It is only ever called with the data of its own event.
      const known = consumer as unknown as AnyConsumer
      consumers.set(consumer.name, known)
      byEvent.set(consumer.event, [...(byEvent.get(consumer.event) ?? []), known])
    },
    async store(tx, announced) {
      const rows: Row[] = []
      for (const [event, wanting] of byEvent) {
        const items = announced.filter(({ name }) => name === event).map(({ data }) => data)
        if (items.length === 0) continue
        for (const consumer of wanting) {
          const wanted = consumer.wants ? await consumer.wants(tx, items as never[]) : items
          for (const data of wanted) rows.push(rowOf(consumer, data))
        }
      }
      if (rows.length > 0) await insert(tx, rows)
      return rows.length
    },
    wake: () => look(),
    onWake(next) {
      look = next
    },
  }
}

interface Row {
  readonly tenant_id: number
  readonly consumer: string
  readonly subject: string
  readonly data: object
  readonly wait_s: number
}

const rowOf = (consumer: AnyConsumer, data: object): Row => ({
  tenant_id: 'tenantId' in data && typeof data.tenantId === 'number' ? data.tenantId : 0,
  consumer: consumer.name,
  subject: consumer.key(data as never),
  data,
  wait_s: consumer.waitS ?? 0,
})

/** In the order they were announced: it is the order in which a subject's work is done. */
async function insert(tx: Tx, rows: readonly Row[]): Promise<void> {
  await sql`insert into reaction (tenant_id, consumer, subject, data, next_time)
    select (row->>'tenant_id')::int, row->>'consumer', row->>'subject', row->'data',
      now() + make_interval(secs => (row->>'wait_s')::int)
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as given(row, place)
    order by place`.execute(tx)
}
