import { z } from 'zod'
import { deviceTime, envelope, percent, sequence } from './envelope.ts'

/** A sensor of the lock: 0 open, 1 closed, 2 moving, 9 unknown. */
const sensor = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(9)])
export type Sensor = z.output<typeof sensor>

/** What the two sensors of a lock say; a missing one is unknown. */
export const sensorPair = z.object({
  latch: sensor.default(9),
  shackle: sensor.default(9),
  door: sensor.optional(),
})
export type SensorPair = z.output<typeof sensorPair>

/** Everything a lock knows about itself now. */
export const fullState = sensorPair.extend({
  batt: percent.optional(),
  mv: z.int().min(0).max(60_000).optional(),
  rssi: z.int().min(-200).max(50).optional(),
  temp: z.number().min(-100).max(200).optional(),
  frozen: z.boolean().optional(),
  /** Revocation epoch the device has reached. */
  epoch: z.int().min(0).max(2_147_483_647).optional(),
  /** Records waiting in the device's own log. */
  logs: z.int().min(0).max(2_147_483_647).optional(),
  fw: z.string().max(32).optional(),
})
export type FullState = z.output<typeof fullState>

const identity = z.object({
  model: z.string().max(64).optional(),
  kind: z.string().max(8).optional(),
  fw: z.string().max(32).optional(),
  hw: z.string().max(32).optional(),
  mac: z.string().max(32).optional(),
  passiveNo: z.int().min(0).optional(),
})

/** `up/birth`: after every connect, identity, abilities, full state and clock. */
export const birthMessage = envelope.extend({
  seq: sequence,
  id: identity.default({}),
  caps: z.record(z.string().max(32), z.union([z.boolean(), z.number(), z.string().max(64)])).default({}),
  st: fullState,
})
export type BirthMessage = z.output<typeof birthMessage>

/** `up/status`: also the last will, which the device wrote when it connected and therefore without a sequence. */
export const statusMessage = envelope.extend({
  seq: sequence.optional(),
  ts: deviceTime.default(0),
  tq: envelope.shape.tq.default(0),
  status: z.enum(['online', 'offline']),
})
export type StatusMessage = z.output<typeof statusMessage>

/** `up/state`: the last full state, retained for late subscribers; also the answer to READSTATE. */
export const stateMessage = envelope.extend({
  seq: sequence,
  st: fullState,
  cmd: z.string().max(64).nullish(),
})
export type StateMessage = z.output<typeof stateMessage>

/** `up/telemetry`: has a counter of its own, so a lost reading is no gap in the events. */
export const telemetryMessage = envelope.extend({
  tseq: sequence,
  m: fullState.omit({ latch: true, shackle: true }).extend({
    latch: sensor.optional(),
    shackle: sensor.optional(),
    tilt: z.number().min(-360).max(360).optional(),
  }),
})
export type TelemetryMessage = z.output<typeof telemetryMessage>
