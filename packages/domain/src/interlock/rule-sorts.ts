import type { Decision } from './snapshot.ts'

/**
 * What each rule of §5.8 speaks of, for whatever is judged again without anybody standing at the lock. `right`: who he is, what was
 * granted to him, which lock and which time. `danger`: what would expose whoever opened now; a lock that decides by itself asks
 * nobody for it, so it ends what the lock would open to, even if it passes. `moment`: how he shows himself at the lock; it is
 * asked there, at each opening, and says nothing of one before.
 */
export const ruleSorts = {
  R01: 'moment',
  R02: 'right',
  R03: 'right',
  R04: 'right',
  R05: 'right',
  R06: 'right',
  R07: 'right',
  R08: 'danger',
  R09: 'danger',
  R10: 'danger',
  R11: 'danger',
  R12: 'moment',
  R13: 'moment',
  R14: 'right',
  R15: 'moment',
} as const satisfies Readonly<Record<string, 'right' | 'danger' | 'moment'>>

const ofMoment = (id: string): boolean =>
  Object.entries(ruleSorts).some(([rule, sort]) => rule === id && sort === 'moment')

/** Would it be allowed to whoever showed himself at the lock as he must? An unknown rule that fails denies. */
export const standsBeyondMoment = ({ rules }: Pick<Decision, 'rules'>): boolean =>
  rules.every(({ id, applies, pass }) => !applies || pass || ofMoment(id))
