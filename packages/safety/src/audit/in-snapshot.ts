import type { PoolClient } from 'pg'
import type { Context } from '@suoan/platform/context'

/** Runs a read on one connection in one snapshot, with cursors at hand. */
export async function inSnapshot<T>(
  ctx: Pick<Context, 'pool'>,
  read: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await ctx.pool.connect()
  let isBroken = true
  try {
    await client.query('begin isolation level repeatable read read only')
    const result = await read(client)
    await client.query('commit')
    isBroken = false
    return result
  } finally {
    client.release(isBroken)
  }
}
