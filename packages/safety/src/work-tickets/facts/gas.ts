import {
  gasIsRequired,
  gasPlacesOf,
  gasPlanGap,
  neededGas,
  readBaseTypes,
  type GasFact,
  type WorkPlace,
} from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { loadGasTests, readGasPlaces } from '../../gas-samples.ts'
import { placesOf } from '../../ticket-places.ts'
import type { WorkRow } from '../ticket-row.ts'
import { gasPolicyOf, loadPolicy, type GasPolicy } from './policy.ts'

/** What gas the ticket must be tested for, at every place of its plan, and what was found (G14). */
export async function loadGas(
  tx: Tx,
  work: WorkRow,
  asked: GasPolicy | Promise<GasPolicy>,
): Promise<GasFact> {
  const [policy, { tests, withdrawn }, places] = await Promise.all([
    asked,
    loadGasTests(tx, work.id),
    loadPlaces(tx, work.id),
  ])
  const site = { workType: work.workType, baseTypes: readBaseTypes(work.baseTypes), places }
  const required = gasIsRequired(site, policy.required)
  if (!required) return { required, needed: [], tests, withdrawn }
  const planned = readGasPlaces(work.gasPlaces)
  return {
    required,
    planGap: gasPlanGap(planned, site) ?? undefined,
    needed: neededGas(gasPlacesOf(planned, site), policy.codes),
    tests,
    withdrawn,
  }
}

/** The places where the ticket has its gas tested; none where no test is asked for. */
export async function plannedPositions(tx: Tx, work: WorkRow): Promise<string[]> {
  const { needed } = await loadGas(tx, work, await gasPolicyOf(tx, work, await loadPolicy(tx, work)))
  return [...new Set(needed.map(({ position }) => position))]
}

async function loadPlaces(tx: Tx, workId: string): Promise<WorkPlace[]> {
  const { rows } = await sql<{ places: WorkPlace[] }>`
    select ${placesOf()} as places from lo_work w where w.id = ${workId}`.execute(tx)
  return rows[0]?.places ?? []
}
