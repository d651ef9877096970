import os from 'node:os'
import { Client } from 'pg'

/**
 * The PostgreSQL on which the integration tests run a second time: DATABASE_URL, else one that lets us in at
 * 127.0.0.1:5432. null when there is none. Throws when DATABASE_URL is given and does not answer.
 */
export async function answeringServer(): Promise<string | null> {
  const given = process.env['DATABASE_URL']
  if (given !== undefined && given !== '') {
    const reason = await refusalOf(given)
    if (reason !== null) throw new Error(`DATABASE_URL 的 PostgreSQL 没有应答：${reason}`)
    return given
  }
  for (const user of ['postgres', os.userInfo().username]) {
    const url = `postgres://${encodeURIComponent(user)}@127.0.0.1:5432/postgres`
    if ((await refusalOf(url)) === null) return url
  }
  return null
}

async function refusalOf(url: string): Promise<string | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await client.end().catch(() => {})
  }
}
