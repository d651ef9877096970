import { Client, type Pool } from 'pg'
import type { Logger } from 'pino'
import type { OpenCarrier } from './broadcast-relay.ts'

const CHANNEL = 'suoan_broadcasts'
/** By this name PostgreSQL counts the nodes that listen. */
const LISTENER = 'suoan-node'
const AGAIN_MS = 1_000

/** LISTEN/NOTIFY of the database that all nodes share: a connection of its own listens, the pool notifies. */
export function postgresCarrier(url: string, pool: Pool, log: Logger): OpenCarrier {
  return async ({ onText, onReturn }) => {
    let isStopped = false
    let client: Client | null = null
    let retry: NodeJS.Timeout | undefined

    const listen = async (): Promise<void> => {
      const next = new Client({ connectionString: url, application_name: LISTENER, keepAlive: true })
      // Both are told of a line that breaks; the first begins again.
      const broken = (): void => {
        if (client !== next) return
        client = null
        again()
      }
      next.on('error', (error) => {
        if (!isStopped) log.warn({ err: error }, 'the line to the other nodes broke')
        broken()
      })
      next.on('end', broken)
      next.on('notification', ({ payload }) => onText(payload ?? ''))
      await next.connect()
      client = next
      await next.query(`listen ${CHANNEL}`)
    }
    const again = (): void => {
      if (isStopped) return
      retry = setTimeout(() => {
        listen().then(onReturn, (error: unknown) => {
          log.warn({ err: error }, 'the line to the other nodes is still down')
          again()
        })
      }, AGAIN_MS).unref()
    }
    await listen()
    return {
      // PostgreSQL takes payloads below 8000 bytes.
      mostBytes: 7_900,
      async send(text) {
        await pool.query('select pg_notify($1, $2)', [CHANNEL, text])
      },
      async nodes() {
        const { rows } = await pool.query<{ nodes: number }>(
          `select count(*)::int as nodes from pg_stat_activity
           where application_name = $1 and datname = current_database()`,
          [LISTENER],
        )
        return rows[0]?.nodes ?? 0
      },
      async stop() {
        isStopped = true
        clearTimeout(retry)
        await client?.end()
      },
    }
  }
}
