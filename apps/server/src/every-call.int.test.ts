import * as contract from '@suoan/contract'
import type { Endpoint } from '@suoan/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { features } from './features.ts'
import { everyProvider } from './testing/every-provider.ts'
import { pending, unanswered } from './testing/spec-calls-unanswered.ts'
import { specCalls } from './testing/spec-calls.ts'

const nobodyAnswers = /^(路径不存在|不支持)/

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

it('every call that an original client of the family makes is answered, or a reason says why it is not', async () => {
  const missing: string[] = []
  for (const call of specCalls) {
    const [method, path] = call.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
    const answer = await world.anonymous.raw(method, path)
    if (!String(answer.headers['content-type']).includes('json')) continue
    const { message } = answer.json<{ message?: string }>()
    if (message !== undefined && nobodyAnswers.test(message)) missing.push(call)
  }
  process.stdout.write(`Calls of the family without a route (${missing.length}):\n${missing.join('\n')}\n`)
  expect(missing.filter((call) => !(call in unanswered))).toEqual([])
  const answered = Object.keys(unanswered).filter((call) => !missing.includes(call))
  process.stdout.write(`Lines of spec-calls-unanswered.ts that can go: ${answered.join(', ') || 'none'}\n`)
  // Who answers a call that was to stay unanswered says so where its reason stands.
  expect(answered.filter((call) => !pending.includes(call))).toEqual([])
})
