import { pino } from 'pino'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestWorld, type TestWorld } from '../testing/test-world.ts'
import { handleErrors } from './error-handler.ts'
import { fail } from '../fail.ts'
import { logAnswers } from './request-log.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({ features: [] })
})
afterAll(() => world[Symbol.asyncDispose]())

test('an ended session is no failure of the server in the log, though its status is 500; a failure is one', async () => {
  const levels: unknown[] = []
  const stream = {
    write(line: string) {
      const { msg, level, status }: { msg: string; level: number; status: number } = JSON.parse(line)
      if (msg === 'answered') levels.push([status, pino.levels.labels[level]])
    },
  }
  const app = fastify({ logger: { level: 'debug', stream }, disableRequestLogging: true })
  logAnswers(app)
  handleErrors(app, world.ctx)
  app.get('/ended', () => Promise.reject(fail('TOKEN')))
  app.get('/broken', (_, reply) => reply.code(503).send(''))
  for (const url of ['/ended', '/broken']) await app.inject({ url })
  expect(levels).toEqual([
    [500, 'debug'],
    [503, 'error'],
  ])
  await app.close()
})
