import { ticketSets, type TicketSet, type TicketStates } from '@suoan/domain/work-ticket'
import { and, eq, isIn, or, type Filter } from '@suoan/kit/filter'
import { sql, type RawBuilder } from 'kysely'

/** The condition "the row of `lo_work` known as `alias` is in the set", for statements written as text. */
export function ticketInText(set: TicketSet, alias: string): string {
  const states: readonly TicketStates[] = ticketSets[set]
  const either = states.map(({ status, phase, closed }) =>
    [
      `${alias}.work_status in (${status.join(', ')})`,
      ...(phase === undefined ? [] : [`${alias}.exec_phase in (${phase.join(', ')})`]),
      ...(closed === undefined ? [] : [`${alias}.close_flag = ${closed ? 1 : 0}`]),
    ].join(' and '),
  )
  return `(${alias}.del_flag = 0 and ${alias}.void_flag = 0 and (${either.join(' or ')}))`
}

/** The same inside Kysely's `sql`. */
export function ticketIn(set: TicketSet, alias = 'w'): RawBuilder<boolean> {
  return sql.raw(ticketInText(set, alias))
}

/** The same as a filter of the list engine, which leaves deleted rows out by itself. */
export function ticketFilter(set: TicketSet): Filter {
  const states: readonly TicketStates[] = ticketSets[set]
  return and(
    eq('voidFlag', 0),
    or(
      ...states.map(({ status, phase, closed }) =>
        and(
          isIn('workStatus', [...status]),
          ...(phase === undefined ? [] : [isIn('execPhase', [...phase])]),
          ...(closed === undefined ? [] : [eq('closeFlag', closed ? 1 : 0)]),
        ),
      ),
    ),
  )
}
