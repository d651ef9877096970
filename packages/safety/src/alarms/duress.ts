import { everything, ne, type Filter } from '@suoan/kit/filter'
import type { Actor } from '@suoan/platform/context'

const trusted: readonly string[] = ['SAFETY', 'admin']

/** Who may know of a duress signal (A15): whoever stands beside a person under duress must not. */
export const mayKnowOfDuress = ({ roleCodes }: Pick<Actor, 'roleCodes'>): boolean =>
  roleCodes.some((code) => trusted.includes(code))

/** Leaves duress signals out of a list of alarms for those who may not know. */
export const withoutDuress = (actor: Actor): Filter =>
  mayKnowOfDuress(actor) ? everything : ne('alarmType', 'A15')
