import * as contract from '@suoan/contract'
import type { Endpoint } from '@suoan/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { features } from './features.ts'
import { everyProvider } from './testing/every-provider.ts'

let world: TestWorld
beforeAll(async () => {
  // With every way in configured, so that every call is there.
  world = await createTestWorld({ features, env: everyProvider })
})
afterAll(() => world[Symbol.asyncDispose]())

it('every call that the contract names is answered, with every method it names', () => {
  const endpoints = Object.entries(contract)
    .filter(([name, value]) => name.endsWith('Endpoints') && typeof value === 'object')
    .flatMap(([, value]) => Object.values(value as Readonly<Record<string, Endpoint>>))
  const missing = endpoints.flatMap(({ methods, path, under = path }) =>
    methods
      .filter((method) => !world.app.hasRoute({ method, url: `${world.ctx.config.apiBase}${under}` }))
      .map((method) => `${method} ${path}`),
  )
  expect(endpoints.length).toBeGreaterThan(100)
  expect(missing).toEqual([])
})
