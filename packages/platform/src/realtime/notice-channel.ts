import type {} from '@fastify/websocket'
import { mayList } from '@suoan/contract'
import { everything } from '@suoan/kit/filter'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { queryTenantOf, subProtocolOf, type Authenticator } from '../http/authenticate.ts'
import { belongsToText } from '../db/belongs-to.ts'
import { engineOf } from '../resource/engine.ts'
import { dataScope } from '../resource/scope.ts'
import type { Hub } from './hub.ts'
import { checkSocket } from './check-socket.ts'

/** Longest text a client may send; it sends only `HeartBeat`. */
const NOTICE_BYTES = 1024
/** More texts than this in a minute end the connection. */
const MOST_TEXTS_A_MINUTE = 60
const SESSION_CHECK_MS = 60_000
/** Changes of one kind are told together. */
const GATHER_MS = 300

/**
 * `/websocket/{userId}` (4-api.md §11.1): the token is the sub-protocol and is verified before the upgrade, the path
 * must name the token's own user, the origin must be ours (security.md V26). A browser sends no headers along, so the
 * tenant that its other calls name stands in the query; without one it is the session's own. With `changes=1` frames say
 * what changed, never the data: the console asks again for what it may see. Which rows they were is named only to who may list every row.
 */
export function mountNoticeChannel(
  api: FastifyInstance,
  ctx: Context,
  authenticator: Authenticator,
  hub: Hub,
): void {
  api.get<{ Params: { userId: string }; Querystring: { changes?: unknown } }>(
    '/websocket/:userId',
    {
      websocket: true,
      config: { access: 'signedIn', bySubProtocol: true },
      preValidation: async (request) => checkSocket(request, ctx, hub),
    },
    async (socket, request) => {
      // The upgrade is done; what a client sends while we look again waits in the socket's buffer.
      const actor = await authenticator.token(subProtocolOf(request), queryTenantOf(request))
      const maySeeAll = async (name: string): Promise<boolean> => {
        const resource = engineOf(ctx).resource(name)
        const who = await authenticator.peek(subProtocolOf(request), queryTenantOf(request))
        if (!resource || !who || !mayList(who.permissions, resource)) return false
        return (await dataScope(ctx, who, resource)).filter === everything
      }
      let texts = 0
      const minute = setInterval(() => (texts = 0), 60_000)
      const leave = hub.add({
        channel: 'notices',
        userId: actor.userId,
        sessionId: actor.sessionId,
        tenantId: actor.tenantId,
        wantsChanges: request.query.changes === '1',
        // In doubt (a broken rule, a database that is away) nothing is named: the page asks again all the same.
        maySeeAll: (name) =>
          maySeeAll(name).catch((error: unknown) => {
            ctx.log.info({ err: error, resource: name }, 'a change was told without its ids')
            return false
          }),
        send: (text) => socket.send(text),
        close: (code, reason) => socket.close(code, reason),
      })
      socket.on('message', (data: Buffer) => {
        if (data.length > NOTICE_BYTES) return socket.close(1009, 'too long')
        texts += 1
        if (texts > MOST_TEXTS_A_MINUTE) return socket.close(1008, 'too many messages')
        // `msgTxt` stays empty: the standard client reads it aloud.
        socket.send(JSON.stringify({ cmd: 'heartcheck', msgTxt: '' }))
      })
      socket.on('close', () => {
        clearInterval(minute)
        leave?.()
      })
    },
  )
}

/** Sends what happened to the sockets, and ends the sockets of sessions that have ended. Returns the end of it. */
export function pushToSockets(ctx: Context, hub: Hub): () => void {
  const waiting = new Map<string, { tenantId: number; resource: string; ids: Set<string> }>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    timer = undefined
    for (const { tenantId, resource, ids } of waiting.values())
      void hub.toListers(tenantId, resource, [...ids].slice(0, 100))
    waiting.clear()
  }
  const changed = (tenantId: number, resource: string, ids: readonly string[]): void => {
    const key = `${tenantId}/${resource}`
    const entry = waiting.get(key) ?? { tenantId, resource, ids: new Set<string>() }
    waiting.set(key, entry)
    for (const id of ids) entry.ids.add(id)
    timer ??= setTimeout(flush, GATHER_MS)
  }
  const check = setInterval(() => void endDeadListeners(ctx, hub), SESSION_CHECK_MS)
  const subscriptions = [
    ctx.broadcasts.on('resource.changed', ({ tenantId, resource, ids }) => changed(tenantId, resource, ids)),
    ctx.broadcasts.on('ticket.changed', ({ tenantId, ids }) => changed(tenantId, 'work', ids)),
    ctx.broadcasts.on('lock.changed', ({ tenantId, ids }) => changed(tenantId, 'lock', ids)),
    ctx.broadcasts.on('command.settled', ({ tenantId, cmdId }) => changed(tenantId, 'cmd', [cmdId])),
    ctx.broadcasts.on('notice.sent', ({ tenantId, userIds, msgId, msgTxt }) => {
      if (userIds === null) return hub.toTenant(tenantId, { cmd: 'topic', msgId, msgTxt })
      for (const userId of new Set(userIds))
        hub.toUser(tenantId, userId, { cmd: 'user', userId, msgId, msgTxt })
    }),
    ctx.broadcasts.on('task.progressed', ({ tenantId, userId, task, done, total }) =>
      hub.toUser(tenantId, userId, { cmd: 'progress', task, done, total, msgTxt: '' }),
    ),
    ctx.broadcasts.on('session.ended', ({ sessionId }) => hub.closeSession(sessionId, 4401, 'session ended')),
  ]
  return () => {
    clearTimeout(timer)
    clearInterval(check)
    for (const end of subscriptions) end()
  }
}

/**
 * An idle or expired session keeps no socket: a heartbeat is not use (security.md V26). Nor does one whose person was
 * frozen or deleted, or has left the tenant it hears, or whose tenant is no longer in force (V11).
 */
async function endDeadListeners(ctx: Context, hub: Hub): Promise<void> {
  const listeners = hub.listeners()
  if (listeners.length === 0) return
  const now = ctx.clock.now()
  try {
    const { rows } = await ctx.pool.query<{ id: string; tenant_id: number }>(
      `select distinct s.id, l.tenant_id
       from unnest($1::text[], $2::int[]) as l(id, tenant_id)
         join sys_session s on s.id = l.id and s.expires_at > $3 and s.last_seen_at > $4
         join sys_user u on u.id = s.user_id and coalesce(u.del_flag, 0) = 0 and coalesce(u.status, 1) <> 2
       where ${belongsToText('u', 'l.tenant_id')} and (l.tenant_id = 0 or exists (
           select from sys_tenant t where t.id = l.tenant_id and t.status = 1 and coalesce(t.del_flag, 0) = 0
             and (t.begin_date is null or t.begin_date <= $3) and (t.end_date is null or t.end_date >= $3)))`,
      [
        listeners.map(({ sessionId }) => sessionId),
        listeners.map(({ tenantId }) => tenantId),
        new Date(now),
        new Date(now - ctx.config.sessionIdleMinutes * 60_000),
      ],
    )
    const live = new Set(rows.map((row) => `${row.id}/${row.tenant_id}`))
    await noteSockets(ctx, [...new Set(rows.map((row) => row.id))], now)
    for (const listener of listeners)
      if (!live.has(`${listener.sessionId}/${listener.tenantId}`))
        hub.closeListener(listener, 4401, 'session ended')
  } catch (error) {
    ctx.log.warn({ err: error }, 'sockets were not checked against their sessions')
  }
}

/** Whoever relies on a person's terminal sees when it was last connected. */
async function noteSockets(ctx: Context, sessionIds: readonly string[], now: number): Promise<void> {
  if (sessionIds.length === 0) return
  await ctx.pool.query('update sys_session set socket_at = $2 where id = any($1)', [
    sessionIds,
    new Date(now),
  ])
}
