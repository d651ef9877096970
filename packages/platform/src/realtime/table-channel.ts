import type {} from '@fastify/websocket'
import { liveCell, liveFrame, livePageId, liveTableOf, presenceKey } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { fail } from '../fail.ts'
import { queryTenantOf, subProtocolOf, type Authenticator } from '../http/authenticate.ts'
import { checkSocket } from './check-socket.ts'
import type { Hub } from './hub.ts'
import type { TablePage, TablePages } from './table-pages.ts'

/** Longest text a page may send: a row, as the standard client sends it whole. */
export const TABLE_BYTES = 16 * 1024
/** More texts than this in a minute end the connection: a beat every ten seconds and four moves a second are less. */
const MOST_TEXTS_A_MINUTE = 300
/** Texts of one page that wait for the database; what comes on top of them is dropped. */
const MOST_WAITING = 20

const clientFrame = z.string().transform(jsonOf).pipe(liveFrame)
const presenceArgs = z.tuple([liveCell.nullable()], z.unknown())

/**
 * `/vxeSocket/{userId}/{pageId}` (4-api.md §11.2), opened as the notice channel is. What a page says is only that a row
 * changed: who hears it gets the row as it is stored and as he may see it, never what the sender wrote. Anything
 * unreadable, of another kind, or beyond the sender's rights is ignored.
 */
export function mountTableChannel(
  api: FastifyInstance,
  ctx: Context,
  authenticator: Authenticator,
  hub: Hub,
  pages: TablePages,
): void {
  /** One connection of a person and page: a new one takes the place of the old (4-api.md §11.2). */
  const open = new Map<string, () => void>()
  api.get<{ Params: { userId: string; pageId: string } }>(
    '/vxeSocket/:userId/:pageId',
    {
      websocket: true,
      config: { access: 'signedIn', bySubProtocol: true },
      preValidation: async (request) => {
        checkSocket(request, ctx, hub)
        if (!livePageId.safeParse(request.params.pageId).success)
          throw fail('BAD_INPUT', { detail: '页面编号不正确' })
      },
    },
    async (socket, request) => {
      const { userId, pageId } = request.params
      // The upgrade is done; what a client sends while we look again waits in the socket's buffer.
      const actor = await authenticator.token(subProtocolOf(request), queryTenantOf(request))
      const leave = hub.add({
        channel: 'tables',
        wantsChanges: false,
        userId,
        sessionId: actor.sessionId,
        tenantId: actor.tenantId,
        maySeeAll: async () => false,
        send: (text) => socket.send(text),
        close: (code, reason) => socket.close(code, reason),
      })
      if (!leave) return
      const page: TablePage = {
        userId,
        tenantId: actor.tenantId,
        person: newUlid(),
        table: liveTableOf(pageId),
        who: () => authenticator.peek(subProtocolOf(request), queryTenantOf(request)),
        send: (text) => socket.send(text),
      }
      const pair = `${userId}/${pageId}`
      const replaced = (): void => socket.close(4429, 'opened again')
      open.get(pair)?.()
      open.set(pair, replaced)
      const closePage = pages.open(page)
      let texts = 0
      const minute = setInterval(() => (texts = 0), 60_000)
      // One after the other: somebody who moved on must not be shown where he was.
      let last = Promise.resolve()
      let waiting = 0
      socket.on('message', (data: Buffer) => {
        texts += 1
        if (texts > MOST_TEXTS_A_MINUTE) return socket.close(1008, 'too many messages')
        const read = clientFrame.safeParse(data.toString('utf8'))
        if (!read.success) return
        const frame = read.data
        if (frame.type === 'heart_beat') return socket.send('{"type":"heart_beat","data":true}')
        if (waiting >= MOST_WAITING) return
        waiting += 1
        last = last
          .then(() => {
            if (frame.type === 'update_vxe_table') {
              const [row, caseId] = frame.data.args
              return pages.report(page, frame.data.socketKey, row.id, caseId)
            }
            const cell = frame.data.key === presenceKey && presenceArgs.safeParse(frame.data.args)
            return cell && cell.success ? pages.move(page, cell.data[0]) : undefined
          })
          .catch((error: unknown) => ctx.log.info({ err: error }, 'a message of a table page was not taken'))
          .finally(() => (waiting -= 1))
      })
      socket.on('close', () => {
        clearInterval(minute)
        if (open.get(pair) === replaced) open.delete(pair)
        closePage()
        leave()
      })
    },
  )
}

/** Null for what is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
