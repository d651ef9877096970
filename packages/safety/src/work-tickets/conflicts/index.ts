import { simopsEndpoints } from '@suoan/contract'
import type { Context } from '@suoan/platform/context'
import type { Bind } from '@suoan/platform/http/route'
import type { BindMove } from '../moves/bind-move.ts'
import { acceptConflict } from './accept-conflict.ts'
import { showConflicts } from './show-conflicts.ts'
import { simopsMap, simopsSlots } from './simops-map.ts'

/** Simultaneous operations: clashes of a ticket, what SAFETY decides on them, the map of areas and time. */
export function bindConflicts(ctx: Context, bind: Bind, bindMove: BindMove): void {
  bind(simopsEndpoints.conflicts, ({ input, actor }) => showConflicts(ctx, actor, input.id))
  bind(simopsEndpoints.map, ({ input, actor }) => simopsMap(ctx, actor, input))
  bind(simopsEndpoints.slots, ({ input, actor }) => simopsSlots(ctx, actor, input))
  bindMove(simopsEndpoints.conflictAccept, acceptConflict)
}
