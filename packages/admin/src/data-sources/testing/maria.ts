import { createConnection, type Connection } from 'mysql2/promise'

/** Where a real MariaDB may answer, with an account without a password. */
export const mariaPort = 3306

/** A connection to it; null, and one line that says what is not tested, where none answers. */
export async function connectMaria(untested: string): Promise<Connection | null> {
  const connection = await createConnection({
    host: '127.0.0.1',
    port: mariaPort,
    user: 'root',
    connectTimeout: 1_000,
  }).catch(() => null)
  if (!connection) console.log(`MariaDB does not answer on 127.0.0.1:${mariaPort}: ${untested}`)
  return connection
}
