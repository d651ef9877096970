/** What a row of `lo_work_type` demands, by the names of its columns on the wire. */
export type PolicyValues = Readonly<Record<string, unknown>>

type IsWeaker = (before: number, after: number) => boolean

const less: IsWeaker = (before, after) => after < before
const more: IsWeaker = (before, after) => after > before
/** An interval in minutes, 0 = never asked. */
const seldomer: IsWeaker = (before, after) =>
  before !== after && (after === 0 || (before !== 0 && after > before))
/** `lo_gas_required` from what asks least: 0 no, 2 where the place asks for it, 1 yes. */
const gasOrder = [0, 2, 1]
const gasAskedLess: IsWeaker = (before, after) => gasOrder.indexOf(after) < gasOrder.indexOf(before)

/** Numbers of the policy that protect somebody at work, and which change of each asks less than before. */
const numbers: Readonly<Record<string, IsWeaker>> = {
  maxHours: more,
  extendMax: more,
  earlyMin: more,
  gasRequired: gasAskedLess,
  gasPreMin: more,
  gasInterruptMin: more,
  gasRepeatMin: seldomer,
  gasContinuous: less,
  guardRequired: less,
  guardAliveMin: seldomer,
  isolationRequired: less,
  personalLock: less,
  dualControl: less,
  briefRequired: less,
  photoMaxMin: more,
  videoRequired: less,
  idleFireWatchMin: less,
  status: less,
}

/** What cannot be compared: while a ticket relies on it, it stays as it was approved. */
const fixed = [
  'typeCode',
  'levelCode',
  'gasCodes',
  'certRules',
  'briefSign',
  'handoverSign',
  'measureSign',
] as const

/**
 * Fields whose change would ask less of tickets that were approved under the row (3-domain.md §3.4 LoWorkType): a policy
 * only gets stricter while work goes on under it. `after` holds the changed values only.
 */
export function weakenedFields(before: PolicyValues, after: PolicyValues): string[] {
  const changed = Object.keys(after).filter((name) => after[name] !== undefined)
  return changed.filter((name) => {
    const isWeaker = numbers[name]
    if (isWeaker !== undefined) return isWeaker(Number(before[name] ?? 0), Number(after[name] ?? 0))
    return fixed.some((each) => each === name) && JSON.stringify(after[name]) !== JSON.stringify(before[name])
  })
}
