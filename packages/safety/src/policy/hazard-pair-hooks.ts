import { hazardPair } from '@suoan/contract'
import { sql } from 'kysely'
import { fail } from '@suoan/platform/fail'
import { defineHooks } from '@suoan/platform/resource'
import { strictWhileReliedOn } from '../strict-in-use.ts'
import { isTicketOfKind } from '../ticket-policy.ts'
import { ticketIn } from '../ticket-sets.ts'

/** One side of a pair, of the ticket known as `w`; what it does not name is any. */
const isSide = (
  type: unknown,
  hazard: unknown,
) => sql`((coalesce(${type}::text, '') = '' or ${isTicketOfKind(type)})
  and (coalesce(${hazard}::text, '') = '' or ${hazard}::text = any(string_to_array(w.hazards, ','))))`

/** Live tickets that are a side of it: other work beside them is judged by the pair (G06). */
const strict = strictWhileReliedOn(hazardPair, {
  reliedOnBy: ({ typeA, hazardA, typeB, hazardB }) =>
    sql`(${ticketIn('live')} and (${isSide(typeA, hazardA)} or ${isSide(typeB, hazardB)}))`,
})

/** A pair of two sides that both say nothing would forbid any two tickets to run at once. */
export const hazardPairHooks = defineHooks(hazardPair, {
  beforeAdd: (draft) => mustNameSomething(draft),
  async beforeEdit(draft, before, call) {
    mustNameSomething({ ...before, ...draft })
    await strict.beforeEdit(draft, before, call)
  },
  beforeDelete: strict.beforeDelete,
})

function mustNameSomething(pair: Readonly<Record<string, unknown>>): void {
  if (!['typeA', 'hazardA', 'typeB', 'hazardB'].some((field) => Boolean(pair[field])))
    throw fail('BAD_INPUT', { detail: '请至少为一方选择作业类型或危害，双方都不选会使任何两张票互相冲突' })
}
