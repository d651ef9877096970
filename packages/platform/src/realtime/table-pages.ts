import {
  liveTables,
  permissionOf,
  presenceKey,
  reloadKey,
  type LiveCell,
  type LiveFrame,
  type Presence,
} from '@suoan/contract'
import type { Actor, Context } from '../context.ts'
import type { RowRecord } from '../db/compile.ts'
import { AppError } from '../fail.ts'
import { engineOf } from '../resource/engine.ts'
import type { MountedResource } from '../resource/mounted-resource.ts'
import { shownRows } from '../resource/read-verbs.ts'
import { scopeFor } from '../resource/scope.ts'

/** One open page of the table channel. */
export interface TablePage {
  readonly userId: string
  readonly tenantId: number
  /** Tells windows apart, also those of one person; made by the server. */
  readonly person: string
  /** The table it shows; null where its id names none, as that of the standard client. */
  readonly table: string | null
  /** Who it is, with what he may at this moment; undefined when his session has ended. */
  who(): Promise<Actor | undefined>
  send(text: string): void
}

/** What happens in tables, told to the pages of this node that may see it. */
export interface TablePages {
  /** Takes a page in and tells it where the others are; returns its leaving. */
  open(page: TablePage): () => void
  /** A page says that a stored row changed; the others get it as it is stored, when the sender may edit it. */
  report(page: TablePage, table: string, id: string, caseId: unknown): Promise<void>
  /** A person goes into a cell of the page's table, or leaves it (null). */
  move(page: TablePage, cell: LiveCell | null): Promise<void>
  /** Ends the subscriptions. */
  close(): void
}

/** Changes of one table within this time are told together, ms. */
const GATHER_MS = 50
/** More changed rows than this at once are not told one by one: the page is read again. */
const MOST_ROWS = 100

type Told = Exclude<LiveFrame, { type: 'heart_beat' }>

/** The pages of the table channel that this node serves. */
export function createTablePages(ctx: Context): TablePages {
  const pages = new Set<TablePage>()
  const cells = new Map<TablePage, LiveCell>()
  const waiting = new Map<string, { tenantId: number; table: string; ids: Set<string>; isMore: boolean }>()
  let timer: NodeJS.Timeout | undefined
  const tables = new Map(Object.entries(liveTables).map(([table, resource]) => [resource, table]))

  /** Tells each page its own frames. In doubt (a broken rule, a database that is away) it is told nothing. */
  const tell = async (
    meant: readonly TablePage[],
    framesFor: (actor: Actor) => Promise<readonly Told[]>,
  ): Promise<void> => {
    // Pages of one person see the same.
    const made = new Map<Actor, Promise<readonly Told[]>>()
    await Promise.all(
      meant.map(async (page) => {
        try {
          const actor = await page.who()
          if (!actor || !pages.has(page)) return
          const frames = made.get(actor) ?? framesFor(actor)
          made.set(actor, frames)
          for (const frame of await frames) page.send(JSON.stringify(frame))
        } catch (error) {
          if (!(error instanceof AppError))
            ctx.log.info({ err: error }, 'a table page was not told of a change')
        }
      }),
    )
  }

  const mountedOf = (table: string): MountedResource | undefined => {
    const resource = Object.hasOwn(liveTables, table) ? liveTables[table] : undefined
    return resource === undefined ? undefined : engineOf(ctx).mounted.get(resource)
  }

  const tellRows = async (
    meant: readonly TablePage[],
    table: string,
    ids: readonly string[],
    caseId: unknown,
  ): Promise<void> => {
    const mounted = mountedOf(table)
    if (!mounted || meant.length === 0) return
    await tell(meant, async (actor) => {
      const rows = await shownRows(mounted, actor, ids)
      const frames: Told[] = rows.map((row) => rowFrame(table, row, caseId))
      // What is gone, or not for him, has no name here: he is told that something happened and asks again.
      return rows.length < ids.length ? [...frames, reloadFrame(table)] : frames
    })
  }

  const flush = (): void => {
    timer = undefined
    for (const { tenantId, table, ids, isMore } of waiting.values()) {
      const meant = [...pages].filter((page) => page.tenantId === tenantId && page.table === table)
      const mounted = mountedOf(table)
      if (!isMore) void tellRows(meant, table, [...ids], '')
      else if (mounted)
        void tell(meant, async (actor) => {
          await scopeFor(ctx, actor, mounted.resource)
          return [reloadFrame(table)]
        })
    }
    waiting.clear()
  }

  const tellPresence = async (
    meant: readonly TablePage[],
    table: string,
    presence: Presence,
  ): Promise<void> => {
    const mounted = mountedOf(table)
    if (!mounted) return
    await tell(meant, async (actor) => {
      // Where somebody is says which rows there are: only to who may see that row. That he left says nothing.
      const { cell } = presence
      if (cell && !(await sees(ctx, mounted, actor, 'list', cell.id))) return []
      if (!cell) await scopeFor(ctx, actor, mounted.resource)
      return [{ type: 'common_send_date', data: { key: presenceKey, args: [presence] } }]
    })
  }

  const subscriptions = [
    ctx.broadcasts.on('resource.changed', ({ tenantId, resource, ids }) => {
      const table = tables.get(resource)
      if (table === undefined || pages.size === 0) return
      const key = `${tenantId}/${table}`
      const entry = waiting.get(key) ?? { tenantId, table, ids: new Set<string>(), isMore: false }
      waiting.set(key, entry)
      for (const id of ids) if (entry.ids.size < MOST_ROWS) entry.ids.add(id)
      entry.isMore ||= ids.length === 0 || ids.some((id) => !entry.ids.has(id))
      timer ??= setTimeout(flush, GATHER_MS)
    }),
    ctx.broadcasts.on('presence.moved', ({ tenantId, table, ...presence }) =>
      tellPresence(
        [...pages].filter(
          (page) => page.tenantId === tenantId && page.table === table && page.person !== presence.person,
        ),
        table,
        presence,
      ),
    ),
  ]

  return {
    open(page) {
      pages.add(page)
      void tellWhereOthersAre(page)
      return () => {
        pages.delete(page)
        if (!cells.delete(page) || page.table === null) return
        const { tenantId, table, person } = page
        ctx.broadcasts.emit('presence.moved', { tenantId, table, person, name: '', cell: null })
      }
    },
    async report(page, table, id, caseId) {
      // A page whose own table is another one has no business with this one.
      const mounted = page.table === null || page.table === table ? mountedOf(table) : undefined
      const actor = await page.who()
      if (!mounted || !actor || !(await sees(ctx, mounted, actor, 'edit', id))) return
      const isMeant = (each: TablePage): boolean =>
        each !== page && each.tenantId === page.tenantId && (each.table === null || each.table === table)
      await tellRows([...pages].filter(isMeant), table, [id], typeof caseId === 'string' ? caseId : '')
    },
    async move(page, cell) {
      const { table, tenantId, person } = page
      const mounted = table === null ? undefined : mountedOf(table)
      const actor = await page.who()
      if (table === null || !mounted || !actor) return
      if (cell && !(await sees(ctx, mounted, actor, 'list', cell.id))) return
      if (!cell && !cells.has(page)) return
      if (!pages.has(page)) return
      if (cell) cells.set(page, cell)
      else cells.delete(page)
      ctx.broadcasts.emit('presence.moved', { tenantId, table, person, name: actor.realname, cell })
    },
    close() {
      clearTimeout(timer)
      for (const end of subscriptions) end()
    },
  }

  async function tellWhereOthersAre(page: TablePage): Promise<void> {
    const { table, tenantId } = page
    if (table === null) return
    for (const [other, cell] of cells) {
      if (other === page || other.tenantId !== tenantId || other.table !== table) continue
      const actor = await other.who()
      if (actor) await tellPresence([page], table, { person: other.person, name: actor.realname, cell })
    }
  }
}

/** Whether somebody may do this with the row now: his permission, his tenant and his data rules. */
async function sees(
  ctx: Context,
  { resource, store }: MountedResource,
  actor: Actor,
  action: 'list' | 'edit',
  id: string,
): Promise<boolean> {
  if (!actor.permissions.has(permissionOf(resource, action))) return false
  return (await store.find(ctx.pool, await scopeFor(ctx, actor, resource, action), id)) !== undefined
}

const rowFrame = (table: string, row: RowRecord, caseId: unknown): Told => ({
  type: 'update_vxe_table',
  data: { socketKey: table, args: [{ ...row, id: String(row['id']) }, caseId] },
})

const reloadFrame = (table: string): Told => ({
  type: 'common_send_date',
  data: { key: reloadKey, args: [table] },
})
