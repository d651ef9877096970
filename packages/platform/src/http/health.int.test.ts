import fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createPool } from '../db/open.ts'
import { createTestDatabase } from '../testing/test-world.ts'
import { mountHealth } from './health.ts'

const database = await createTestDatabase()
afterAll(() => database[Symbol.asyncDispose]())

test('is ready while the database answers, and not from the first moment of a stop', async () => {
  let isDraining = false
  const app = fastify()
  mountHealth(app, { pool: database.pool, isDraining: () => isDraining })
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  isDraining = true
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  await app.close()
})

test('is alive but not ready while the database is away', async () => {
  const nowhere = createPool('postgres://nobody@127.0.0.1:1/none', 1, 1, pino({ level: 'silent' }))
  const app = fastify()
  mountHealth(app, { pool: nowhere, isDraining: () => false })
  expect((await app.inject('/readyz')).json()).toMatchObject({ database: 'unavailable' })
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  await app.close()
  await nowhere.end()
})
