import { ulidSource, seededRandom } from '@suoan/kit/id'
import type { DeviceEvent, DeviceMessage } from '@suoan/contract/device'
import type { Canonical } from '@suoan/domain/evidence-chain'
import type { Context } from '@suoan/platform/context'
import { seedDemoPlant } from '../seed/demo-plant.ts'
import { logColumns, type LogRow } from './log-chain.ts'

/** 2026-12-01 09:00:00 in Shanghai, the day of the scenarios. */
export const DAY_D = Date.UTC(2026, 11, 1, 1, 0, 0)

const boot = '9f31c2aa'
const nextUlid = ulidSource({ now: () => DAY_D }, seededRandom(9))

type Given = Partial<DeviceEvent> & { readonly type: string }
interface Envelope {
  readonly seq: number
  readonly boot?: string
  readonly ts?: number
  readonly tq?: 0 | 1 | 2
  readonly recvTs?: number
  readonly tenantId?: number
  readonly parentSn?: string | null
}

/** A lock's event message, received when it says by default. */
export function eventFrom(sn: string, envelope: Envelope, ...events: readonly Given[]): DeviceMessage {
  const ts = envelope.ts ?? DAY_D
  return {
    kind: 'event',
    ...addressOf(sn, envelope, ts),
    topic: `lo/v1/0/${sn}/up/event`,
    body: {
      v: 1,
      sn,
      boot: envelope.boot ?? boot,
      seq: envelope.seq,
      ts,
      tq: envelope.tq ?? 2,
      events: events.map((event) => ({ id: nextUlid(), ts, hist: false, ok: true, ...event })),
    },
  }
}

/** A full state: 1 closed, 0 open. */
export function stateFrom(sn: string, envelope: Envelope, latch: 0 | 1, cmd?: string): DeviceMessage {
  const ts = envelope.ts ?? DAY_D
  return {
    kind: 'state',
    ...addressOf(sn, envelope, ts),
    topic: `lo/v1/0/${sn}/up/state`,
    body: {
      v: 1,
      sn,
      boot: envelope.boot ?? boot,
      seq: envelope.seq,
      ts,
      tq: envelope.tq ?? 2,
      st: { latch, shackle: latch },
      ...(cmd === undefined ? {} : { cmd }),
    },
  }
}

/** Readings of a lock between its events; `seq` is the number of its other counter. */
export function telemetryFrom(
  sn: string,
  envelope: Envelope,
  m: Extract<DeviceMessage, { kind: 'telemetry' }>['body']['m'],
): DeviceMessage {
  const ts = envelope.ts ?? DAY_D
  return {
    kind: 'telemetry',
    ...addressOf(sn, envelope, ts),
    topic: `lo/v1/0/${sn}/up/telemetry`,
    body: { v: 1, sn, boot: envelope.boot ?? boot, tseq: envelope.seq, ts, tq: envelope.tq ?? 2, m },
  }
}

export function ackFrom(
  sn: string,
  envelope: Envelope,
  cmd: string,
  stage: 'RECV' | 'DONE' | 'FAILED',
  code = '0',
): DeviceMessage {
  const ts = envelope.ts ?? DAY_D
  return {
    kind: 'ack',
    ...addressOf(sn, envelope, ts),
    topic: `lo/v1/0/${sn}/up/ack`,
    body: {
      v: 1,
      sn,
      boot: envelope.boot ?? boot,
      seq: envelope.seq,
      ts,
      tq: envelope.tq ?? 2,
      cmd,
      stage,
      code,
      msg: '',
    },
  }
}

function addressOf(sn: string, envelope: Envelope, ts: number) {
  const { tenantId = 0, parentSn = null, recvTs = ts } = envelope
  return { tenantId, sn, parentSn, recvTs }
}

/** The demo plant with its roles in the world's database; nobody can sign in. */
export async function plantDemo(ctx: Context): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const tags = [
      'ISSUE',
      'REVIEW',
      'APPROVE',
      'PERMIT',
      'LEAD',
      'WORK',
      'GUARD',
      'ISO',
      'VERIFY',
      'GASTEST',
      'KEEPER',
      'SAFETY',
      'DEPT',
      'CONTR',
    ]
    await tx
      .insertInto('sysRole')
      .values(tags.map((tag) => ({ id: `role-${tag}`, roleName: tag, roleCode: tag })))
      .onConflict((on) => on.doNothing())
      .execute()
    await seedDemoPlant(tx, {
      now: ctx.clock.now(),
      givePassword: async () => {},
      secretFor: (sn) => `secret-${sn}`,
    })
  })
}

/** Columns the first form of the hash left out; nobody wrote them then. */
const unknownToForm1: ReadonlySet<string> = new Set(['photo', 'remark', 'chain_form'])

/** What is hashed: the stored columns without the two hashes. Form 1 writes nulls, form 2 leaves them out. */
export function canonicalLogRow(row: Readonly<Record<string, string | number | null>>): Canonical {
  const isFirstForm = row['chain_form'] === 1
  return Object.fromEntries(
    Object.keys(logColumns).flatMap((name) => {
      if (name === 'prev_hash' || name === 'hash' || (isFirstForm && unknownToForm1.has(name))) return []
      const value = row[name] ?? null
      return value === null && !isFirstForm ? [] : [[name, value] as const]
    }),
  )
}

/** A row as the driver reads it, with the values it was hashed with: numbers as numbers, times as ISO texts. */
export function storedLogRow(row: Readonly<Record<string, unknown>>): LogRow {
  const values = Object.entries(logColumns).map(([name, type]) => [name, readValue(row[name], type)] as const)
  // The keys are those of the table above, so the object is complete.
  return Object.fromEntries(values) as LogRow
}

function readValue(value: unknown, type: string): string | number | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  return type === 'text' ? String(value) : Number(value)
}
