import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'

/** What `/readyz` asks. */
export interface Readiness {
  /** True from the first moment of a stop: no new work, please. */
  readonly isDraining: () => boolean
  readonly pool: Pool
}

/**
 * `/healthz`: the process turns its loop. `/readyz`: it can serve (200), or it cannot now (503): the database does not
 * answer within a second, or the server is stopping. Both are public and say nothing about the inside.
 */
export function mountHealth(app: FastifyInstance, { isDraining, pool }: Readiness): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const database = isDraining() ? 'not asked' : await databaseState(pool)
    const isReady = !isDraining() && database === 'ok'
    return await reply
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? 'ok' : 'unavailable', draining: isDraining(), database })
  })
}

async function databaseState(pool: Pool): Promise<'ok' | 'unavailable'> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<'unavailable'>((resolve) => {
    timer = setTimeout(resolve, 1_000, 'unavailable')
  })
  const answer = pool.query('select 1').then(
    () => 'ok' as const,
    () => 'unavailable' as const,
  )
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
