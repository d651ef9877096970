import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'

/**
 * Plays a database that fails over in the middle of a transaction (3-domain.md §9.2): holds `table`, lets `work` run
 * until its transaction wants to write there, ends that connection's backend, and gives the table free again. Answers
 * with what came of `work`; throws when it never came to that table.
 */
export async function breakAt<T>(pool: Pool, table: string, work: () => Promise<T>): Promise<T> {
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    // Readers pass, writers wait.
    await holder.query(`lock table ${table} in share row exclusive mode`)
    const running = work()
    // Heard below; until then it must not count as unheard.
    running.catch(() => {})
    const pid = await waiterAt(pool, table)
    await holder.query('select pg_terminate_backend($1)', [pid])
    await holder.query('rollback')
    return await running
  } finally {
    holder.release()
  }
}

async function waiterAt(pool: Pool, table: string): Promise<number> {
  for (let tries = 0; tries < 500; tries += 1) {
    const { rows } = await pool.query<{ pid: number }>(
      `select l.pid from pg_locks l where not l.granted and l.relation = $1::regclass
        and l.database = (select oid from pg_database where datname = current_database())`,
      [table],
    )
    if (rows[0]) return rows[0].pid
    await sleep(20)
  }
  throw new Error(`nobody came to write ${table}`)
}
