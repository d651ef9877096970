/** One open socket, as the hub needs it. */
export interface Connection {
  /** What is told over it: notices to people (4-api.md §11.1), or what happens in tables (§11.2). */
  readonly channel: 'notices' | 'tables'
  readonly userId: string
  readonly sessionId: string
  readonly tenantId: number
  /** Whether it asked to be told which rows changed; a client of the family knows no such frames. */
  readonly wantsChanges: boolean
  /** Whether every row of the resource of this name may be listed over it, by what its person may at this moment. */
  maySeeAll(resource: string): Promise<boolean>
  send(text: string): void
  close(code: number, reason: string): void
}

/** How many connections a hub takes. */
export interface HubLimits {
  /** Of one session: one more closes its oldest (close code 4429). */
  readonly ofSession: number
  /** Of all together. */
  readonly inAll: number
}

/**
 * Who is connected to this node. A person may be connected many times; a message to him reaches every one. Limits and ends
 * hold for the sockets of all channels, notices go to those of theirs.
 */
export interface Hub {
  /** Takes a connection in and returns its leaving; null, and it is closed (1013), where the hub is full. */
  add(connection: Connection): (() => void) | null
  /** Whether one more would be one too many for this process. */
  isFull(): boolean
  /** A message of a tenant to a person: what he hears of another tenant is not for its page. */
  toUser(tenantId: number, userId: string, message: unknown): void
  toTenant(tenantId: number, message: unknown): void
  /** Tells who asked for it that rows changed: which ones only to who may list them all, to the others that there are some. */
  toListers(tenantId: number, resource: string, ids: readonly string[]): Promise<void>
  /** The sessions that are connected now, each with the tenant it hears; one twice when it is connected twice. */
  listeners(): Pick<Connection, 'sessionId' | 'tenantId'>[]
  closeSession(sessionId: string, code: number, reason: string): void
  /** Closes what one session hears of one tenant. */
  closeListener(listener: Pick<Connection, 'sessionId' | 'tenantId'>, code: number, reason: string): void
  closeAll(code: number, reason: string): void
}

/** The open sockets of this process, and who among them is meant by a message. */
export function createHub(limits: HubLimits): Hub {
  const connections = new Set<Connection>()
  const send = (message: unknown, isMeant: (connection: Connection) => boolean): void => {
    const text = JSON.stringify(message)
    for (const connection of connections)
      if (connection.channel === 'notices' && isMeant(connection)) connection.send(text)
  }
  const close = (code: number, reason: string, isMeant: (connection: Connection) => boolean): void => {
    for (const connection of connections) if (isMeant(connection)) connection.close(code, reason)
  }
  return {
    isFull: () => connections.size >= limits.inAll,
    add(connection) {
      if (connections.size >= limits.inAll) {
        connection.close(1013, 'too many sockets on this server')
        return null
      }
      const ofSession = [...connections].filter(({ sessionId }) => sessionId === connection.sessionId)
      // In the order they came; one more is coming.
      for (const old of ofSession.slice(0, Math.max(0, ofSession.length + 1 - limits.ofSession))) {
        connections.delete(old)
        old.close(4429, 'too many sockets of this session')
      }
      connections.add(connection)
      return () => void connections.delete(connection)
    },
    toUser: (tenantId, userId, message) =>
      send(message, (each) => each.tenantId === tenantId && each.userId === userId),
    toTenant: (tenantId, message) => send(message, (each) => each.tenantId === tenantId),
    async toListers(tenantId, resource, ids) {
      const frame = (shown: readonly string[]): string =>
        JSON.stringify({ cmd: 'resource', resource, ids: shown, msgTxt: '' })
      const [named, unnamed] = [frame(ids), frame([])]
      const meant = [...connections].filter(
        (each) => each.channel === 'notices' && each.tenantId === tenantId && each.wantsChanges,
      )
      await Promise.all(
        meant.map(async (each) => each.send((await each.maySeeAll(resource)) ? named : unnamed)),
      )
    },
    listeners: () => [...connections].map(({ sessionId, tenantId }) => ({ sessionId, tenantId })),
    closeSession: (sessionId, code, reason) => close(code, reason, (each) => each.sessionId === sessionId),
    closeListener: ({ sessionId, tenantId }, code, reason) =>
      close(code, reason, (each) => each.sessionId === sessionId && each.tenantId === tenantId),
    closeAll: (code, reason) => close(code, reason, () => true),
  }
}
