import fastify from 'fastify'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestWorld, type TestWorld } from '../testing/test-world.ts'
import { mountMetrics } from './prometheus.ts'

const token = 'prometheus-reads-this'
const folder = mkdtempSync(path.join(os.tmpdir(), 'suoan-metrics-'))
let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({ env: { METRICS_TOKEN: token, DATA_DIR: folder } })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

test('figures are given to who has the token, as text of Prometheus, and to nobody else', async () => {
  const app = fastify()
  await mountMetrics(app, world.ctx)
  const ask = (authorization?: string) =>
    app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })
  for (const wrong of [undefined, '', 'Bearer ', `Bearer ${token}x`, token, `Basic ${token}`]) {
    const answer = await ask(wrong)
    expect(answer.statusCode).toBe(401)
    expect(answer.body).not.toContain('suoan_')
  }
  const { body, statusCode } = await ask(`Bearer ${token}`)
  expect(statusCode).toBe(200)
  expect(body).toMatch(/^process_resident_memory_bytes \d+/m)
  expect(body).toMatch(/^suoan_backup_age_seconds -1$/m)
  expect(body).toMatch(/^suoan_reactions_failed 0$/m)
  expect(body).toMatch(/^suoan_disk_free_bytes [\d.e+]+$/m)
  await app.close()
})

test('without a token in the configuration there is no such path', async () => {
  const app = fastify()
  await mountMetrics(app, { ...world.ctx, config: { ...world.ctx.config, metricsToken: undefined } })
  expect((await app.inject('/metrics')).statusCode).toBe(404)
  await app.close()
})
