import type { Random } from '@suoan/kit/id'

export const faultNames = ['duplicate', 'reorder', 'gap', 'skew', 'reboot', 'lostlink'] as const
export type FaultName = (typeof faultNames)[number]

/** How often each fault strikes, per business message. */
const CHANCE = { duplicate: 0.2, reorder: 0.2, gap: 0.05, reboot: 0.02, lostlink: 0.02 } as const

/** Largest clock error a device is given with `skew`, ms: beyond the 120 s at which the platform must react. */
const LARGEST_SKEW_MS = 10 * 60_000

/** What happens to one message on its way out. */
export type Fate = {
  readonly copies: 0 | 1 | 2
  /** Wait until the next message has overtaken it. */
  readonly held: boolean
  readonly rebootAfter: boolean
  readonly cutAfter: boolean
}

export type Faults = {
  next(): Fate
  /** Clock error of a new device, ms. */
  skew(): number
}

/** Decides each message's fate from a seed, so that a run can be repeated exactly. */
export function createFaults(names: readonly FaultName[], random: Random): Faults {
  const strikes = (name: keyof typeof CHANCE): boolean => names.includes(name) && random() < CHANCE[name]
  return {
    next: () => ({
      copies: strikes('gap') ? 0 : strikes('duplicate') ? 2 : 1,
      held: strikes('reorder'),
      rebootAfter: strikes('reboot'),
      cutAfter: strikes('lostlink'),
    }),
    skew: () => (names.includes('skew') ? Math.round((random() * 2 - 1) * LARGEST_SKEW_MS) : 0),
  }
}

/** Reads `duplicate,reorder`; answers with the first word that is no fault. */
export function readFaults(text: string): readonly FaultName[] | { readonly unknown: string } {
  const found: FaultName[] = []
  for (const word of text.split(',').map((part) => part.trim())) {
    if (word === '') continue
    const name = faultNames.find((one) => one === word)
    if (!name) return { unknown: word }
    found.push(name)
  }
  return found
}
