import type { PolicyFact } from './facts.ts'

/**
 * The policy of a ticket to which several rows apply (3-domain.md §3.4, 31 “as base”): of every property what asks most or
 * allows least. At least one row.
 */
export function strictestPolicy(rows: readonly PolicyFact[]): PolicyFact {
  const least = (of: (row: PolicyFact) => number) => Math.min(...rows.map(of))
  const most = (of: (row: PolicyFact) => number) => Math.max(...rows.map(of))
  const [first] = rows
  if (first === undefined) throw new Error('no policy row applies')
  return {
    maxHours: least((row) => row.maxHours),
    earlyMin: least((row) => row.earlyMin),
    isolateLeadMin: least((row) => row.isolateLeadMin),
    extendMax: least((row) => row.extendMax),
    gasPreMin: least((row) => row.gasPreMin),
    gasInterruptMin: least((row) => row.gasInterruptMin),
    guardRequired: most((row) => row.guardRequired),
    personalLock: rows.some((row) => row.personalLock),
    briefRequired: rows.some((row) => row.briefRequired),
    // The numbers of `isolationRequired` go from no to always.
    isolationRequired: most((row) => row.isolationRequired) as PolicyFact['isolationRequired'],
    idleFireWatchMin: most((row) => row.idleFireWatchMin),
    editableFields: first.editableFields.filter((field) =>
      rows.every((row) => row.editableFields.includes(field)),
    ),
    coreFields: [...new Set(rows.flatMap((row) => row.coreFields))],
    withdrawAfterDecision: rows.every((row) => row.withdrawAfterDecision),
    unset: [...new Set(rows.flatMap((row) => row.unset))],
  }
}

/** `lo_gas_required` of several rows: 是 before 按区域 before 否. */
export const strictestGasDemand = (demands: readonly number[]): number =>
  demands.includes(1) ? 1 : demands.includes(2) ? 2 : 0

/** The shortest of intervals where 0 means never; 0 when all of them do. */
export const shortestInterval = (minutes: readonly number[]): number => {
  const asked = minutes.filter((each) => each > 0)
  return asked.length === 0 ? 0 : Math.min(...asked)
}
