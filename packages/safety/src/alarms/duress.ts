import { alarm } from '@suoan/contract'
import { everything, ne } from '@suoan/kit/filter'
import type { Actor } from '@suoan/platform/context'
import { defineSight } from '@suoan/platform/resource'

const trusted: readonly string[] = ['SAFETY', 'admin']

/** Who may know of a duress signal (A15): whoever stands beside a person under duress must not. */
export const mayKnowOfDuress = ({ roleCodes }: Pick<Actor, 'roleCodes'>): boolean =>
  roleCodes.some((code) => trusted.includes(code))

// For those who may not know there is no such alarm: in no list or sheet, by no number, and its photos are not read.
defineSight(alarm, (actor) => (mayKnowOfDuress(actor) ? everything : ne('alarmType', 'A15')))
