import { eventNames, type Advanced } from '@suoan/domain/work-ticket'
import type { Asked } from './asked.ts'
import { nameOf } from './people.ts'
import type { EnvironmentFault } from './environment-faults.ts'
import type { World } from './world.ts'

/** Steps that differ in nothing a row or a guard asks about are of one kind. */
export const kindOf = ({ event, actor }: Asked): string =>
  `${event.type}${'pass' in event ? String(event.pass) : ''}${'edit' in event ? Object.keys(event.edit ?? {}).join() : ''} ${actor}`

/** `T27 start 4/12→20/20`; `new` before the first row, `ask` where signatures are still missing. */
export const takenText = ({ transId, event, from, ticket, waitingFor }: Advanced): string => {
  const to = waitingFor === null ? `${ticket.status}/${ticket.phase}` : 'ask'
  return `${transId} ${event} ${from === null ? 'new' : `${from.status}/${from.phase}`}→${to}`
}

/** A step as people read it in a counter-example. */
export function stepText(
  world: World,
  index: number,
  { event, actor }: Asked,
  environmentFault: EnvironmentFault | null,
): string {
  const point = 'pointId' in event && event.pointId !== null ? ` ${event.pointId}` : ''
  const person = 'userId' in event ? ` ${nameOf(event.userId)}` : ''
  const when = environmentFault === null ? '' : `（${environmentFault.text}）`
  return `${when}${nameOf(actor)}：${eventNames[event.type]}${point}${person} [${world.tickets[index]?.ticket.workNo ?? ''}]`
}
