import { AsyncLocalStorage } from 'node:async_hooks'
import { Client, type Pool } from 'pg'

const listening = new AsyncLocalStorage<string[]>()

/**
 * Runs `work` and returns the texts it sent to the pool's database, one for each round trip (reads that go out together
 * are one), `begin` and `commit` among them. What timers do meanwhile does not count, unless everything is asked for:
 * of a server that is called over a socket nobody knows for whom it asks. For tests and measurements: it listens at the
 * driver, so that nothing is missed whoever asks.
 */
export async function statementsOf(
  pool: Pool,
  work: () => Promise<unknown>,
  whose: 'own' | 'all' = 'own',
): Promise<string[]> {
  const database = new URL(String(pool.options.connectionString)).pathname.slice(1)
  const seen: string[] = []
  // Put back below; the driver has no hook.
  // oxlint-disable-next-line typescript/unbound-method
  const query = Client.prototype.query
  Client.prototype.query = function (this: Client, ...asked: unknown[]) {
    const [first] = asked
    const text = typeof first === 'string' ? first : (first as { text?: string }).text
    if (this.database === database && (whose === 'all' || listening.getStore() === seen))
      seen.push(text ?? '')
    return Reflect.apply(query, this, asked) as never
  }
  try {
    await listening.run(seen, work)
  } finally {
    Client.prototype.query = query
  }
  return seen
}
