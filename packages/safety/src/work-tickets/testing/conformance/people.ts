import type { PersonId } from '@suoan/model/lockstep'

/** Who plays whom: the people of the model, and the users of the demo plant (`plant.ts` adds those named `c-…`). */
export const userOf: Readonly<Record<PersonId, string>> = {
  app: 'u1',
  rev1: 'u2',
  rev2: 'c-rev2',
  apr1: 'u3',
  apr2: 'c-apr2',
  sub: 'c-sub',
  per: 'u4',
  saf: 'u12',
  lead: 'u5',
  lead2: 'c-lead2',
  grd: 'u8',
  iso: 'u9',
  iso2: 'c-iso2',
  ver: 'u10',
  // Who proves zero energy takes the gas samples too.
  gas: 'u10',
  sup: 'c-sup',
  w1: 'u6',
  w2: 'u7',
  stranger: 'u13',
  system: 'SYSTEM',
}

const persons = new Map(Object.entries(userOf).map(([person, user]) => [user, person]))

/** The model's name of a user; of two it has for one, the verifier's. */
export const personOf = (user: string | null): string =>
  user === userOf.ver ? 'ver' : (persons.get(user ?? '') ?? user ?? '')

/** Locks the model names in its own way; its isolation locks and points bear the ids of the plant. */
export const accessLock = 'demo-lk4'
export const lockBox = 'demo-lb1'
export const personalLockOf: Readonly<Record<'w1' | 'w2', string>> = { w1: 'demo-pl6', w2: 'demo-pl7' }
