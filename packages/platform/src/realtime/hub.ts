/** One open socket, as the hub needs it. */
export interface Connection {
  readonly userId: string
  readonly sessionId: string
  readonly tenantId: number
  send(text: string): void
  close(code: number, reason: string): void
}

/** Who is connected to this node. A person may be connected many times; a message to him reaches every one. */
export interface Hub {
  add(connection: Connection): () => void
  toUser(userId: string, message: unknown): void
  toTenant(tenantId: number, message: unknown): void
  /** The sessions that are connected now, each with the tenant it hears; one twice when it is connected twice. */
  listeners(): Pick<Connection, 'sessionId' | 'tenantId'>[]
  closeSession(sessionId: string, code: number, reason: string): void
  /** Closes what one session hears of one tenant. */
  closeListener(listener: Pick<Connection, 'sessionId' | 'tenantId'>, code: number, reason: string): void
  closeAll(code: number, reason: string): void
}

/** The open sockets of this process, and who among them is meant by a message. */
export function createHub(): Hub {
  const connections = new Set<Connection>()
  const send = (message: unknown, isMeant: (connection: Connection) => boolean): void => {
    const text = JSON.stringify(message)
    for (const connection of connections) if (isMeant(connection)) connection.send(text)
  }
  const close = (code: number, reason: string, isMeant: (connection: Connection) => boolean): void => {
    for (const connection of connections) if (isMeant(connection)) connection.close(code, reason)
  }
  return {
    add(connection) {
      connections.add(connection)
      return () => void connections.delete(connection)
    },
    toUser: (userId, message) => send(message, (each) => each.userId === userId),
    toTenant: (tenantId, message) => send(message, (each) => each.tenantId === tenantId),
    listeners: () => [...connections].map(({ sessionId, tenantId }) => ({ sessionId, tenantId })),
    closeSession: (sessionId, code, reason) => close(code, reason, (each) => each.sessionId === sessionId),
    closeListener: ({ sessionId, tenantId }, code, reason) =>
      close(code, reason, (each) => each.sessionId === sessionId && each.tenantId === tenantId),
    closeAll: (code, reason) => close(code, reason, () => true),
  }
}
