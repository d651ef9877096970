import type { Endpoint, TransitionAnswer } from '@suoan/contract'
import type { z } from 'zod'
import type { Context } from '@suoan/platform/context'
import type { Bind } from '@suoan/platform/http/route'
import { advanceTicket, type Move } from '../advance-ticket.ts'
import type { EventSource } from '../event-source.ts'

type MoveEndpoint<S extends z.ZodType<Move>> = Endpoint<S, TransitionAnswer>

/** Binds an endpoint that moves one ticket, named by `workId`, to the event its input stands for. */
export type BindMove = <S extends z.ZodType<Move>>(
  endpoint: MoveEndpoint<S>,
  source: (input: z.output<S>) => EventSource,
) => void

/** A bound call, for those who replay it later with its own input (offline operations). */
export interface BoundMove {
  readonly endpoint: MoveEndpoint<z.ZodType<Move>>
  /** `input` must have been read by the endpoint's own schema. */
  readonly source: (input: Move) => EventSource
}

/** Every bound call by the last part of its path. */
export type MoveTable = Map<string, BoundMove>

/** Makes `bindMove`, which notes each call in `moves`. The path names the call in the memory of operations. */
export const createBindMove = (ctx: Context, bind: Bind, moves: MoveTable = new Map()): BindMove =>
  function bindMove<S extends z.ZodType<Move>>(
    endpoint: MoveEndpoint<S>,
    source: (input: z.output<S>) => EventSource,
  ): void {
    const bound: BoundMove = {
      endpoint,
      // The schema of this very endpoint has read the input.
      source: (input) => source(input as z.output<S>),
    }
    moves.set(callName(endpoint.path), bound)
    bind(bound.endpoint, ({ input, actor }) =>
      advanceTicket(ctx, actor, input, endpoint.path, bound.source(input)),
    )
  }

const callName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
