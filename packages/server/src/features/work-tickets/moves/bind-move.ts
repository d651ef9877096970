import type { Endpoint, TransitionAnswer } from '@suoan/contract'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import type { Bind } from '../../../http/route.ts'
import { advanceTicket, type Move } from '../advance-ticket.ts'
import type { EventSource } from '../event-source.ts'

type MoveEndpoint<S extends z.ZodType<Move>> = Endpoint<S, TransitionAnswer>

/** Binds an endpoint that moves one ticket, named by `workId`, to the event its input stands for. */
export type BindMove = <S extends z.ZodType<Move>>(
  endpoint: MoveEndpoint<S>,
  source: (input: z.output<S>) => EventSource,
) => void

/** Makes `bindMove`. The path names the call in the memory of operations. */
export const createBindMove = (ctx: Context, bind: Bind): BindMove =>
  function bindMove<S extends z.ZodType<Move>>(
    endpoint: MoveEndpoint<S>,
    source: (input: z.output<S>) => EventSource,
  ): void {
    const widened: MoveEndpoint<z.ZodType<Move>> = endpoint
    bind(widened, ({ input, actor }) =>
      // The schema of this very endpoint has read the input.
      advanceTicket(ctx, actor, input, endpoint.path, source(input as z.output<S>)),
    )
  }
