import * as contract from '@suoan/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '../testing/test-world.ts'
import { apiDoc } from './index.ts'

interface Document {
  readonly openapi: string
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly security?: unknown
            readonly parameters?: readonly { readonly name: string; readonly in: string }[]
          }
        >
      >
    >
  >
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { readonly properties: Readonly<Record<string, { readonly writeOnly?: boolean }>> }>
    >
  }
}

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({ features: [{ name: 'api-doc', mount: apiDoc }] })
})
afterAll(() => world[Symbol.asyncDispose]())

const asked = async (): Promise<Document> => (await world.as().raw('GET', '/doc')).json<Document>()

it('is given to who may read it, and to nobody else', async () => {
  expect((await world.anonymous.raw('GET', '/doc')).statusCode).not.toBe(200)
  expect(await world.as({ permissions: new Set() }).get('/doc')).toMatchObject({ success: false, code: 510 })
  expect((await asked()).openapi).toBe('3.1.0')
})

it('every path parameter is described, every entity has its calls, and secrets are only taken', async () => {
  const { paths, components } = await asked()
  for (const [path, methods] of Object.entries(paths))
    for (const { parameters = [] } of Object.values(methods))
      expect(parameters.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).filter((name) => name !== 'path'),
      )
  for (const resource of contract.resources.filter(({ verbs }) => verbs.includes('list')))
    expect(paths).toHaveProperty([`/jeecg-boot${resource.path}/list`])
  const open = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ security }) => Array.isArray(security))
  expect(open.length).toBeGreaterThan(5)
  for (const [name, fields] of contract.resources.map((each) => [each.name, each.fields] as const))
    for (const [field, { kind }] of Object.entries(fields))
      if (kind === 'secret') expect(components.schemas[name]?.properties[field]?.writeOnly).toBe(true)
})
