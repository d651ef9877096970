import type { RowChanges } from '@suoan/console-base/editable-table/save-rows.ts'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import type { gasStd } from '@suoan/contract'

export type StoredGas = RowOf<typeof gasStd.fields>

/** A limit as it is edited. */
export interface GasRow {
  readonly id: string
  readonly gasCode: string
  readonly gasName: string
  /** `lo_gas_kind`, as the choice of a list. */
  readonly kind: string | null
  readonly lel: number | null
  readonly limitMin: number | null
  readonly limitMax: number | null
  readonly unit: string
  readonly std: string
}

export const blankGas: Omit<GasRow, 'id'> = {
  gasCode: '',
  gasName: '',
  kind: null,
  lel: null,
  limitMin: null,
  limitMax: null,
  unit: '',
  std: '',
}

export const rowOf = (gas: StoredGas): GasRow => ({
  id: gas.id,
  gasCode: gas.gasCode ?? '',
  gasName: gas.gasName ?? '',
  kind: gas.kind === null ? null : String(gas.kind),
  lel: gas.lel,
  limitMin: gas.limitMin,
  limitMax: gas.limitMax,
  unit: gas.unit ?? '',
  std: gas.std ?? '',
})

const fields = ['gasCode', 'gasName', 'kind', 'lel', 'limitMin', 'limitMax', 'unit', 'std'] as const

/** What saving these limits has to send; what was emptied travels as an empty text (4-api.md §1.6). */
export function changesOf(stored: readonly StoredGas[], rows: readonly GasRow[]): RowChanges<StoredGas> {
  const byId = new Map(stored.map((gas) => [gas.id, gas]))
  const wire = (row: GasRow, names: readonly (typeof fields)[number][]) =>
    Object.fromEntries(names.map((name) => [name, row[name] ?? '']))
  const added: RowChanges<StoredGas>['added'][number][] = []
  const edited: RowChanges<StoredGas>['edited'][number][] = []
  for (const row of rows) {
    const gas = byId.get(row.id)
    if (!gas) {
      added.push({ id: row.id, draft: wire(row, fields) })
      continue
    }
    const before = rowOf(gas)
    const different = fields.filter((name) => row[name] !== before[name])
    if (different.length > 0) edited.push({ stored: gas, draft: wire(row, different) })
  }
  const kept = new Set(rows.map(({ id }) => id))
  return { added, edited, removed: stored.filter(({ id }) => !kept.has(id)) }
}
