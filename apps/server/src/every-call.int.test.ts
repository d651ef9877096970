import * as contract from '@suoan/contract'
import type { Endpoint } from '@suoan/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { features } from './features.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({ features })
})
afterAll(() => world[Symbol.asyncDispose]())

it('every call that the contract names is answered, with every method it names', () => {
  const endpoints = Object.entries(contract)
    .filter(([name, value]) => name.endsWith('Endpoints') && typeof value === 'object')
    .flatMap(([, value]) => Object.values(value as Readonly<Record<string, Endpoint>>))
  const missing = endpoints.flatMap(({ methods, path }) =>
    methods
      .filter((method) => !world.app.hasRoute({ method, url: `${world.ctx.config.apiBase}${path}` }))
      .map((method) => `${method} ${path}`),
  )
  expect(endpoints.length).toBeGreaterThan(100)
  expect(missing).toEqual([])
})
