import type { Context } from '@suoan/platform/context'
import { recordEvents } from '../../lock-records/index.ts'
import { eventFrom, stateFrom } from '../../lock-records/testing.ts'

/** What a lock's device tells at the clock's time, through the same ingestion that the gateway feeds. */
export interface LockReports {
  /** The device reports the lock shut now. */
  closes(code: string): Promise<void>
  /** The device reports the lock open now; `FORCE` when it was torn open. */
  opens(code: string, eventType?: 'OPEN' | 'FORCE'): Promise<void>
  /** The device says that it does not hold, or may not. */
  says(code: string, eventType: 'TAMPER' | 'NOTFULL' | 'JAM'): Promise<void>
  /** The answer to READSTATE: shut, confirmed now. */
  confirms(code: string): Promise<void>
  /** From now on the lock's clock is so many ms slow: it was set back. What it sends arrives at once all the same. */
  setsClockBack(code: string, ms: number): void
}

/** `sent` counts the messages of each lock: whoever opens a state made before goes on with its numbers. */
export function lockReports(ctx: Context, sent: Map<string, number>): LockReports {
  const slowBy = new Map<string, number>()
  const stamp = (code: string) => ctx.clock.now() - (slowBy.get(code) ?? 0)
  const next = (code: string) => {
    const seq = (sent.get(code) ?? 0) + 1
    sent.set(code, seq)
    return { seq, ts: stamp(code), recvTs: ctx.clock.now() }
  }
  const positions = { open: { latch: 0, shackle: 0 }, shut: { latch: 1, shackle: 1 } } as const
  return {
    async closes(code) {
      const event = { type: 'CLOSE', ts: stamp(code), before: positions.open, after: positions.shut }
      await recordEvents(ctx, [eventFrom(code, next(code), event)])
    },
    async opens(code, type = 'OPEN') {
      const event = { type, ts: stamp(code), before: positions.shut, after: positions.open }
      await recordEvents(ctx, [eventFrom(code, next(code), event)])
    },
    async says(code, type) {
      const after = { latch: 0, shackle: type === 'NOTFULL' ? 1 : 0 } as const
      const event = { type, ts: stamp(code), before: positions.shut, after }
      await recordEvents(ctx, [eventFrom(code, next(code), event)])
    },
    async confirms(code) {
      await recordEvents(ctx, [stateFrom(code, next(code), 1)])
    },
    setsClockBack: (code, ms) => void slowBy.set(code, ms),
  }
}
