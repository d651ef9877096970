import { gasIsRequired, gasPlacesOf, gasPlanGap, neededGas, type GasFact } from '@suoan/domain/work-ticket'
import type { Tx } from '@suoan/platform/context'
import { loadGasTests, readGasPlaces } from '../../gas-samples.ts'
import type { WorkRow } from '../ticket-row.ts'
import type { GasPolicy } from './policy.ts'

/** What gas the ticket must be tested for, at every place of its plan, and what was found (G14). */
export async function loadGas(tx: Tx, work: WorkRow, policy: GasPolicy): Promise<GasFact> {
  const [tests, area] = await Promise.all([loadGasTests(tx, work.id), loadArea(tx, work)])
  const site = { workType: work.workType, areaType: area?.areaType ?? null, exZone: area?.exZone ?? null }
  const required = gasIsRequired({ ...site, byPolicy: policy.required })
  if (!required) return { required, needed: [], tests }
  const planned = readGasPlaces(work.gasPlaces)
  return {
    required,
    planGap: gasPlanGap(planned, site) ?? undefined,
    needed: neededGas(gasPlacesOf(planned, site), policy.codes),
    tests,
  }
}

const loadArea = async (tx: Tx, { areaId }: WorkRow) =>
  tx
    .selectFrom('loArea')
    .select(['exZone', 'areaType'])
    .where('id', '=', areaId ?? '')
    .executeTakeFirst()
