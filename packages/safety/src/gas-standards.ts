import type { GasStandard } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

/** A row of `lo_gas_std` with what the plant calls it. */
export interface NamedGasStandard extends GasStandard {
  readonly gasName: string | null
}

/** The limits of gas that a plant has (3-domain.md §3.4), to be asked by `findGas`; in the order of their codes. */
export async function loadGasStandards(tx: Tx, tenantId: number): Promise<NamedGasStandard[]> {
  const { rows } = await sql<NamedGasStandard>`
    select gas_code, gas_name, kind, lel::float8 as lel, limit_min::float8 as limit_min, limit_max::float8 as limit_max, unit
    from lo_gas_std where tenant_id = ${tenantId} and del_flag = 0 order by gas_code`.execute(tx)
  return rows
}
