import { severity as severities } from '@suoan/domain/dictionaries'

/** What the matrix needs of a pair. */
export interface MatrixPair {
  readonly id: string
  readonly typeA: string | null
  readonly hazardA: string | null
  readonly typeB: string | null
  readonly hazardB: string | null
  readonly severity: number | null
  readonly status: number | null
}

/** All pairs of two kinds of work, in either order. */
export interface MatrixCell<Pair extends MatrixPair> {
  readonly pairs: readonly Pair[]
  /** The worst that is in force whatever the hazards: what the cell shows; null where there is none. */
  readonly severity: number | null
  /** Pairs in force that ask for a hazard too. */
  readonly narrower: number
}

/** Any work at all, as a side of a pair; the first line and column of the matrix. */
export const anyWork = ''

/** The key of a cell: a pair names its sides in no order. */
export const cellKey = (a: string, b: string): string => [a, b].toSorted().join(' ')

/** The pairs by the kinds of work that they name. */
export function matrixOf<Pair extends MatrixPair>(
  pairs: readonly Pair[],
): ReadonlyMap<string, MatrixCell<Pair>> {
  const cells = new Map<string, MatrixCell<Pair>>()
  for (const pair of pairs) {
    const key = cellKey(pair.typeA || anyWork, pair.typeB || anyWork)
    const { pairs: known = [], severity = null, narrower = 0 } = cells.get(key) ?? {}
    const isOn = pair.status !== 0
    const isNarrow = Boolean(pair.hazardA) || Boolean(pair.hazardB)
    const worst = Math.max(severity ?? 0, pair.severity ?? 0)
    cells.set(key, {
      pairs: [...known, pair],
      severity: isOn && !isNarrow ? worst : severity,
      narrower: narrower + Number(isOn && isNarrow),
    })
  }
  return cells
}

/** `lo_severity` in one sign each; the words stand beside the matrix. */
export const severityWords: Readonly<Record<number, string>> = {
  [severities.notice]: '提示',
  [severities.needsMeasures]: '措施',
  [severities.blocking]: '阻断',
}
