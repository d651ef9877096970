import { z } from 'zod'

/**
 * Tables whose rows travel over the live channel (4-api.md §11.2): the name that pages and `socketKey` use, and the resource
 * it shows. What is not named here is told to nobody.
 */
export const liveTables: Readonly<Record<string, string>> = {
  position: 'position',
  dictItem: 'dictionaryItem',
  externalPerson: 'externalPerson',
}

/**
 * The table that a page shows: the part of its id before the first dot; the rest tells the windows of one person apart. The
 * random id that the standard client makes names none: null.
 */
export function liveTableOf(pageId: string): string | null {
  const [name = ''] = pageId.split('.')
  return Object.hasOwn(liveTables, name) ? name : null
}

/** Ids of pages: what the standard client makes at random, and ours. */
export const livePageId = z.string().regex(/^[\w-]{1,64}(?:\.[\w-]{1,64})?$/u)

/** The key of `common_send_date` under which people tell each other which cell they are in. */
export const presenceKey = 'presence'
/** The key under which the server says that rows came, went, or changed in great number: read the page again. */
export const reloadKey = 'reload'

/** A cell of a table: the row by its id, the column by its key. */
export const liveCell = z.object({ id: z.string().min(1).max(64), key: z.string().min(1).max(64) })
export type LiveCell = z.infer<typeof liveCell>

/** What is told of a person on the page; `person` tells windows apart, `cell` is null where he is in none. */
export const presenceOf = z.object({ person: z.string(), name: z.string(), cell: liveCell.nullable() })
export type Presence = z.infer<typeof presenceOf>

/** Frames of the channel, in both directions: `{type, data}` (2-data-entry.md §7). */
export const liveFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('heart_beat') }),
  z.object({
    type: z.literal('update_vxe_table'),
    data: z.object({
      socketKey: z.string().max(64),
      args: z.tuple([z.looseObject({ id: z.string().min(1).max(64) })], z.unknown()),
    }),
  }),
  z.object({
    type: z.literal('common_send_date'),
    data: z.object({ key: z.string().max(64), args: z.array(z.unknown()).max(8) }),
  }),
])
export type LiveFrame = z.infer<typeof liveFrame>
