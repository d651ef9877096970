import { announcementEndpoints, lockEndpoints, type OpenAnswer, type OwnNotices } from '@suoan/contract'
import type { DeviceEvent } from '@suoan/contract/device'
import { runDueTimers } from '@suoan/platform/timers/testing'
import { alarms } from '../../alarms/index.ts'
import { locks } from '../../locks/index.ts'
import { lockRecords, recordEvents } from '../../lock-records/index.ts'
import { eventFrom, stateFrom, telemetryFrom } from '../../lock-records/testing.ts'
import { notices } from '@suoan/admin/notices'
import { sessionRows } from '../../work-tickets/testing/opening-world.ts'
import { createTicketWorld, type TicketWorld } from '../../work-tickets/testing/ticket-world.ts'
import { warnings } from '../index.ts'

export interface WarningWorld extends TicketWorld {
  /** A report of a lock's device, now, through the ingestion that the gateway feeds. */
  report(code: string, event: Partial<DeviceEvent> & { readonly type: string }): Promise<void>
  /** A sign of life, with the battery if told. */
  beats(code: string, batt?: number): Promise<void>
  /** A full state of a lock's device, now. */
  states(code: string, latch: 0 | 1): Promise<void>
  /** u6 opens LK4 by the interlock, and the lock reports it. */
  opensCabinet(workId: string): Promise<void>
  /** Everything that is due at the clock's time. */
  due(): Promise<void>
  warnings(): Promise<Record<string, unknown>[]>
  alarms(): Promise<Record<string, unknown>[]>
  bell(who: string): Promise<OwnNotices>
}

/** The demo plant with tickets, locks, messages and warnings, as one server would run them. */
export async function createWarningWorld({
  features = [],
  ...options
}: Parameters<typeof createTicketWorld>[0] = {}): Promise<WarningWorld> {
  const plant = await createTicketWorld({
    features: [
      { name: 'notices', mount: notices },
      { name: 'alarms', mount: alarms },
      { name: 'locks', mount: locks },
      { name: 'lock-records', mount: lockRecords },
      { name: 'warnings', mount: warnings },
      ...features,
    ],
    locks: { send: async () => ({ sent: true }) },
    ...options,
    // The sweeps, set at the clock's first moment in 2026-03, are due on day D.
    prepare: `${sessionRows(['u6'])} ${options.prepare ?? ''}`,
  })
  const { ctx, database } = plant.world
  // After a restart of its own, so that the numbers of the steps before leave no gap.
  const boot = '7c41d3bb'
  const seqs = new Map<string, number>()
  const next = (code: string): number => {
    seqs.set(code, (seqs.get(code) ?? 0) + 1)
    return seqs.get(code) ?? 1
  }
  const rows = async (text: string) => (await database.pool.query<Record<string, unknown>>(text)).rows
  const world: WarningWorld = {
    ...plant,
    async report(code, event) {
      await recordEvents(ctx, [
        eventFrom(code, { seq: next(code), boot, ts: ctx.clock.now() }, { ts: ctx.clock.now(), ...event }),
      ])
    },
    async beats(code, batt = 90) {
      const ts = ctx.clock.now()
      await recordEvents(ctx, [telemetryFrom(code, { seq: ts % 1_000_000, ts }, { batt })])
    },
    async states(code, latch) {
      await recordEvents(ctx, [stateFrom(code, { seq: next(code), boot, ts: ctx.clock.now() }, latch)])
    },
    async opensCabinet(workId) {
      const answer: OpenAnswer = await plant.take('u6', lockEndpoints.open, {
        lockId: 'demo-lk4',
        workId,
        proof: { qr: 'LK4' },
      })
      const shut = { latch: 1, shackle: 1 } as const
      const open = { latch: 0, shackle: 0 } as const
      await world.report('LK4', {
        type: 'OPEN',
        cmd: answer.cmdId ?? '',
        uid: 'u6',
        before: shut,
        after: open,
      })
    },
    async due() {
      await runDueTimers(ctx)
    },
    warnings: () => rows('select * from lo_unclose_lock order by raise_time, id'),
    alarms: () => rows('select * from lo_alarm order by first_time, id'),
    bell: (who) => plant.take(who, announcementEndpoints.listByUser, {}),
  }
  return world
}
