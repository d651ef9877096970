import { eventTypes, type EventType } from '@suoan/domain/dictionaries'
import { z } from 'zod'
import { deviceTime, envelope, percent, platformId, sequence, ulid } from './envelope.ts'
import { sensorPair } from './state.ts'

export type { EventType }

const known: ReadonlySet<string> = new Set(eventTypes)

/** True for a type of `lo_event_type`; others are stored raw and raise A16 (3-domain.md §5.4). */
export const isKnownEventType = (type: string): type is EventType => known.has(type)

/** One thing that happened at a lock. `id` is the same on every re-send. */
const deviceEvent = z.object({
  id: ulid,
  type: z.string().regex(/^[A-Z0-9_]{1,16}$/),
  ts: deviceTime,
  /** Read later from the device's own log: joins the history, never moves the live state. */
  hist: z.boolean().default(false),
  ok: z.boolean().default(true),
  /** `lo_open_method`. */
  method: z.string().max(4).nullish(),
  uid: platformId.nullish(),
  gid: platformId.nullish(),
  tok: platformId.nullish(),
  /** The command that caused it. */
  cmd: platformId.nullish(),
  /** Second person of a dual opening. */
  co: platformId.nullish(),
  before: sensorPair.nullish(),
  after: sensorPair.nullish(),
  batt: percent.nullish(),
  rssi: z.int().min(-200).max(50).nullish(),
  /** Longitude, latitude, WGS-84 degrees. */
  loc: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).nullish(),
  code: z.string().max(16).nullish(),
})
export type DeviceEvent = z.output<typeof deviceEvent>

/** `up/event`: one or many. */
export const eventMessage = envelope.extend({ seq: sequence, events: z.array(deviceEvent).min(1).max(50) })
export type EventMessage = z.output<typeof eventMessage>
