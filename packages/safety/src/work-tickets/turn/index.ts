import { turnEndpoints } from '@suoan/contract'
import type { Context } from '@suoan/platform/context'
import type { Bind } from '@suoan/platform/http/route'
import { turnOfTicket } from './load-turn.ts'
import { ownDay } from './own-day.ts'
import { ownTurns } from './own-turns.ts'
import { tellTurns } from './tell-turns.ts'

/** Whose turn it is: on one ticket, and on all of the caller's; and who is told. */
export function bindTurns(ctx: Context, bind: Bind): void {
  tellTurns(ctx)
  bind(turnEndpoints.ofTicket, ({ input, actor }) => turnOfTicket(ctx, actor, input.id))
  bind(turnEndpoints.day, ({ actor }) => ownDay(ctx, actor))
  bind(turnEndpoints.mine, ({ actor }) => ownTurns(ctx, actor))
}
