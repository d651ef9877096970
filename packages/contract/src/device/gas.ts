import { z } from 'zod'
import { deviceTime, envelope, sequence, ulid } from './envelope.ts'

/** One reading of one gas. `id` is the same on every re-send. */
const gasReading = z.object({
  id: ulid,
  /** `lo_gas_std.gas_code`, or whatever the detector calls the gas: bad air is not lost for a name (`gasCodeOf`). */
  gas: z.string().trim().min(1).max(32),
  value: z.number(),
  unit: z.string().min(1).max(8),
  ts: deviceTime,
  /** Read later from the detector's own log: kept, and never counted as a passing sample. */
  hist: z.boolean().default(false),
})
export type GasReading = z.output<typeof gasReading>

/** `up/gas`: what a gas detector measures, with a sequence number, so that none is lost unnoticed. */
export const gasMessage = envelope.extend({ seq: sequence, readings: z.array(gasReading).min(1).max(20) })
export type GasMessage = z.output<typeof gasMessage>
