import type { Endpoint, TransitionAnswer } from '@suoan/contract'
import type { z } from 'zod'
import { stepStatus } from '@suoan/domain/dictionaries'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import type { Database } from '@suoan/platform/db/schema'
import { fail, failUnseen } from '@suoan/platform/fail'
import type { Bind } from '@suoan/platform/http/route'
import { advanceTicket, type Move } from '../advance-ticket.ts'
import type { TicketCommand } from '../ticket-command.ts'

type MoveEndpoint<S extends z.ZodType<Move>> = Endpoint<S, TransitionAnswer>

/** Binds an endpoint that moves one ticket, named by `workId`, to the command its input stands for. */
export type BindMove = <S extends z.ZodType<Move>>(
  endpoint: MoveEndpoint<S>,
  command: (input: z.output<S>) => TicketCommand,
  /** Inputs for which being named does not stand in for the permission (`Access.orNamed`); none when not given. */
  needsPermission?: (input: z.output<S>) => boolean,
) => void

/** A bound call, for those who replay it later with its own input (offline operations). */
export interface BoundMove {
  readonly endpoint: MoveEndpoint<z.ZodType<Move>>
  /** `input` must have been read by the endpoint's own schema. */
  readonly command: (input: Move) => TicketCommand
  /** As above. Whether the caller may make this very call, as far as permissions say; who is named is the ticket's to know. */
  readonly mayMake: (actor: Actor, input: Move) => boolean
}

/** Every bound call by the last part of its path. */
export type MoveTable = Map<string, BoundMove>

/** Makes `bindMove`, which notes each call in `moves`. The path names the call in the memory of operations. */
export const createBindMove = (ctx: Context, bind: Bind, moves: MoveTable = new Map()): BindMove =>
  function bindMove<S extends z.ZodType<Move>>(
    endpoint: MoveEndpoint<S>,
    command: (input: z.output<S>) => TicketCommand,
    needsPermission: (input: z.output<S>) => boolean = () => false,
  ): void {
    const { access } = endpoint
    const bound: BoundMove = {
      endpoint,
      // The schema of this very endpoint has read the input.
      command: (input) => command(input as z.output<S>),
      mayMake: ({ permissions }, input) =>
        typeof access === 'string' ||
        permissions.has(access.permission) ||
        (access.orNamed === true && !needsPermission(input as z.output<S>)),
    }
    moves.set(callName(endpoint.path), bound)
    bind(bound.endpoint, async ({ input, actor }) => {
      if (!bound.mayMake(actor, input)) throw fail('FORBIDDEN')
      return advanceTicket(ctx, actor, input, endpoint.path, bound.command(input))
    })
  }

const callName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

interface RowInput {
  readonly id: string
  readonly clientOpId: string
  readonly seen?: number | undefined
}

/** Binds calls whose `id` names a row of `table`; the row names the ticket. */
export const createBindRowMove = (ctx: Context, bind: Bind, table: RowTable) =>
  function bindRowMove<S extends z.ZodType<RowInput>>(
    endpoint: Endpoint<S, TransitionAnswer>,
    command: (input: z.output<S>) => TicketCommand,
  ): void {
    const bound: Endpoint<z.ZodType<RowInput>, TransitionAnswer> = endpoint
    bind(bound, async ({ input, actor }) => {
      const row = await findRow(ctx.db, actor, table, input.id)
      const { clientOpId, seen } = input
      const move = { workId: row.workId, clientOpId, seen, namesClosed: row.isClosed, body: input }
      // The schema of this very endpoint has read the input.
      return advanceTicket(ctx, actor, move, endpoint.path, command(input as z.output<S>))
    })
  }

type RowTable = 'loWorkReview' | 'loWorkExamine' | 'loEmergencyRemoval'
const tableNames: Readonly<Record<RowTable, string>> = {
  loWorkReview: 'lo_work_review',
  loWorkExamine: 'lo_work_examine',
  loEmergencyRemoval: 'lo_emergency_removal',
}

/** The ticket of a row of the caller's tenant; throws NOT_FOUND. */
export async function workOfRow(
  db: Kysely<Database>,
  actor: Actor,
  table: RowTable,
  id: string,
): Promise<string> {
  return (await findRow(db, actor, table, id)).workId
}

/** Steps that wait for nobody any more were decided, or taken back with their round. */
const isClosed: Readonly<Record<RowTable, RawBuilder<boolean>>> = {
  loWorkReview: sql<boolean>`review_status <> ${stepStatus.pending}`,
  loWorkExamine: sql<boolean>`approve_status <> ${stepStatus.pending}`,
  loEmergencyRemoval: sql<boolean>`state not in (0, 1, 2)`,
}

async function findRow(
  db: Kysely<Database>,
  actor: Actor,
  table: RowTable,
  id: string,
): Promise<{ workId: string; isClosed: boolean }> {
  const row = await db
    .selectFrom(table)
    .select(['workId', isClosed[table].as('isClosed')])
    .where('id', '=', id)
    .where('tenantId', '=', actor.tenantId)
    .executeTakeFirst()
  if (!row?.workId) throw failUnseen(tableNames[table], [id])
  return { workId: row.workId, isClosed: row.isClosed }
}
