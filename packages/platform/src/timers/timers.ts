import type { Clock } from '@suoan/kit/clock'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Context, Tx } from '../context.ts'
import { rowsAsArrays } from '../db/rows-as-arrays.ts'
import type { TimerKind, TimerKinds } from '@suoan/contract/timers'
import type { TimerHandler, TimerHandlers } from '../context.ts'

/** What to do when a timer of a kind is due; a kind has one handler. */
export function createTimerHandlers(): TimerHandlers {
  const handlers = new Map<string, TimerHandler<TimerKind>>()
  let safer: Clock | null = null
  const looks: ((ctx: Context) => Promise<void>)[] = []
  return {
    on(kind, handler) {
      if (handlers.has(kind)) throw new Error(`timer ${kind} has two handlers`)
      // Registered under its own kind, so it is only ever called with timers of that kind.
      handlers.set(kind, handler as unknown as TimerHandler<TimerKind>)
    },
    of: (kind) => handlers.get(kind),
    onLook: (look) => void looks.push(look),
    looks,
    judgeBy(clock) {
      safer = clock
    },
    judged: (ctx) => (safer === null ? ctx : { ...ctx, clock: safer }),
    get kinds() {
      return [...handlers.keys()]
    },
  }
}

interface Setting<K extends TimerKind> {
  readonly tenantId: number
  readonly kind: K
  readonly subjectId: string
  readonly key?: string
  /** Epoch ms. */
  readonly dueAt: number
  readonly data: TimerKinds[K]
}

/**
 * Sets a timer in the transaction of the change that needs it. One row per (tenant, kind, subject, key): setting it
 * again moves it, also from inside its own handler.
 */
export async function scheduleTimer<K extends TimerKind>(tx: Tx, timer: Setting<K>): Promise<void> {
  await scheduleTimers(tx, [timer])
}

const timerTypes = {
  id: 'text',
  tenant_id: 'integer',
  kind: 'text',
  subject_id: 'text',
  key: 'text',
  due_time: 'timestamptz',
  data: 'jsonb',
} as const

/** Sets many timers in one statement; of several with the same kind, subject and key the last counts. */
export async function scheduleTimers<K extends TimerKind>(
  tx: Tx,
  timers: readonly Setting<K>[],
): Promise<void> {
  if (timers.length === 0) return
  const rows = new Map(
    timers.map(({ tenantId, kind, subjectId, key = '', dueAt, data }) => [
      JSON.stringify([tenantId, kind, subjectId, key]),
      {
        id: newId(),
        tenant_id: tenantId,
        kind,
        subject_id: subjectId,
        key,
        due_time: new Date(dueAt).toISOString(),
        data: JSON.stringify(data),
      },
    ]),
  )
  await sql`
    insert into lo_timer (id, tenant_id, kind, subject_id, key, due_time, data)
    select id, tenant_id, kind, subject_id, key, due_time, data from ${rowsAsArrays(timerTypes, [...rows.values()])}
    order by tenant_id, kind, subject_id, key
    on conflict (tenant_id, kind, subject_id, key) do update
      set due_time = excluded.due_time, data = excluded.data, attempts = 0, last_error = null,
        lease_id = null, lease_until = null`.execute(tx)
}

/** Takes timers back: all of a subject, or those of one kind, or the one with this key. */
export async function cancelTimers(
  tx: Tx,
  which: {
    readonly tenantId: number
    readonly subjectId: string
    readonly kind?: TimerKind
    readonly key?: string
  },
): Promise<void> {
  await sql`delete from lo_timer where tenant_id = ${which.tenantId} and subject_id = ${which.subjectId}
    ${which.kind === undefined ? sql`` : sql`and kind = ${which.kind}`}
    ${which.key === undefined ? sql`` : sql`and key = ${which.key}`}`.execute(tx)
}
