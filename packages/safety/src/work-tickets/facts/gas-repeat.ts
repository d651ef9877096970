import { gasState, type GasState } from '@suoan/domain/dictionaries'
import { minute } from '@suoan/domain/verdict'
import { failingNow, gasIsRequired, readBaseTypes, type WorkPlace } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { placesOf } from '../../ticket-places.ts'
import { policyJoin } from '../../ticket-policy.ts'
import type { WorkRow } from '../ticket-row.ts'
import { loadGas } from './gas.ts'
import { gasPolicyOf, loadPolicy } from './policy.ts'

/** Minutes before a gas repetition is due that people are told. [D] */
export const gasNoticeMin = 10

/** What is asked of a ticket's gas, what was found, and when the newest passing sample of each asked gas and place was taken. */
async function readGas(tx: Tx, work: WorkRow) {
  const asked = await gasPolicyOf(tx, work, await loadPolicy(tx, work))
  const gas = await loadGas(tx, work, asked)
  const good = gas.tests.filter((test) => test.pass)
  // Where the plan asks for nothing, what was tested is tested again.
  const spots = gas.needed.length > 0 ? gas.needed : good
  const newest = spots.map(({ gasCode, position }) =>
    Math.max(
      ...good
        .filter((test) => test.gasCode === gasCode && test.position === position)
        .map(({ sampleTime }) => sampleTime),
    ),
  )
  return { gas, repeatMin: asked.repeatMin, oldest: Math.min(...newest) }
}

/**
 * When the next gas repetition is due, epoch ms: the interval after the oldest of the newest passing samples of each gas
 * and planned place, or after the start of the work where one of them has none. Null where no repetition is asked for.
 */
export async function gasRepeatDue(tx: Tx, work: WorkRow, realStart: number | null): Promise<number | null> {
  const { repeatMin, oldest } = await readGas(tx, work)
  if (repeatMin === 0) return null
  const from = Number.isFinite(oldest) ? oldest : realStart
  return from === null ? null : from + repeatMin * minute
}

/**
 * What `LoWork.gasState` says at `now` (epoch ms): bad air anywhere; else to be tested while a gas that is asked for has no
 * passing sample at a planned place or its repetition is due, and where a test is asked for of no gas at all; in order once
 * all are good. Not needed is only what nobody asks for and nobody tested.
 */
async function gasStateNow(tx: Tx, work: WorkRow, now: number): Promise<GasState> {
  const { gas, repeatMin, oldest } = await readGas(tx, work)
  if (failingNow(gas).length > 0) return gasState.failed
  if (gas.required && gas.needed.length === 0) return gasState.due
  if (!gas.required && gas.tests.length === 0) return gasState.notNeeded
  if (oldest === Number.NEGATIVE_INFINITY) return gasState.due
  return repeatMin > 0 && oldest + (repeatMin - gasNoticeMin) * minute <= now ? gasState.due : gasState.valid
}

/**
 * Writes what the gas of a ticket reads now, where that is another than is stored; returns whether it was. Called after each
 * sample, and wherever what is asked for may have become another: the draft, its level, its locks, the policy, the places.
 * The caller holds the row lock of the ticket.
 */
export async function restateGas(tx: Tx, { id }: Pick<WorkRow, 'id'>, now: number): Promise<boolean> {
  const { rows } = await sql<Asked>`
    select w.work_type, w.base_types, t.gas_required, ${placesOf()} as places, w.gas_state as stored,
      exists (select 1 from lo_work_gas g where g.work_id = w.id) as is_tested
    from lo_work w ${policyJoin} where w.id = ${id}`.execute(tx)
  const [asked] = rows
  if (asked === undefined) return false
  const { workType, baseTypes, gasRequired, places, stored, isTested } = asked
  const untested = (): GasState =>
    gasIsRequired({ workType, baseTypes: readBaseTypes(baseTypes), places }, gasRequired)
      ? gasState.due
      : gasState.notNeeded
  const state = isTested ? await gasStateNow(tx, await readTicket(tx, id), now) : untested()
  if (state === stored) return false
  await tx.updateTable('loWork').set({ gasState: state }).where('id', '=', id).execute()
  return true
}

interface Asked {
  readonly workType: string | null
  readonly baseTypes: string | null
  /** Of every row that applies the strictest. */
  readonly gasRequired: number
  readonly places: WorkPlace[]
  readonly stored: number | null
  readonly isTested: boolean
}

const readTicket = (tx: Tx, id: string): Promise<WorkRow> =>
  tx.selectFrom('loWork').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
