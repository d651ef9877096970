import {
  lockEndpoints,
  workTicketEndpoints as tickets,
  type Envelope,
  type OpenAnswer,
} from '@suoan/contract'
import { lockRecords } from '../../lock-records/index.ts'
import { locks } from '../../locks/index.ts'
import { createTicketWorld, type TicketWorld } from './ticket-world.ts'

/**
 * The demo plant with locks that can be opened; `people` have stored sessions, as R03 asks of whoever opens. `prepare` is SQL
 * that is run before.
 */
export function createOpeningWorld(people: readonly string[], prepare = ''): Promise<TicketWorld> {
  return createTicketWorld({
    features: [
      { name: 'locks', mount: locks },
      { name: 'lock-records', mount: lockRecords },
    ],
    locks: { send: async () => ({ sent: true }) },
    prepare: `${prepare};${sessionRows(people)}`,
  })
}

/** Stored sessions of people, as R03 looks for them; `people` are user ids of the demo plant. */
export const sessionRows = (people: readonly string[]): string =>
  `insert into sys_session (id, token_hash, user_id, tenant_id, created_at, last_seen_at, expires_at)
  select 's-' || u, u, u, 0, '2026-12-01 07:30:00+08', now(), '2026-12-02 00:00:00+08'
  from unnest('{${people.join(',')}}'::text[]) u;`

/** Asks to open one of the demo locks (`LK1`), standing in front of it. */
export function openLock(
  plant: TicketWorld,
  who: string,
  code: string,
  workId: string,
): Promise<Envelope<OpenAnswer>> {
  const lockId = `demo-${code.toLowerCase()}`
  return plant.call(who, lockEndpoints.open, { lockId, workId, proof: { qr: code } })
}

/** Everybody who works takes his own lock off. */
export async function locksOff(plant: TicketWorld, workId: string): Promise<void> {
  await plant.take('u6', tickets.personalLockOff, { workId, lockId: 'demo-pl6' })
  await plant.take('u7', tickets.personalLockOff, { workId, lockId: 'demo-pl7' })
}
