import { expect, test } from 'vitest'
import { resources } from '../resources/index.ts'
import { resourceLoaders } from './index.ts'

test('every described entity is loaded alone by its name, and nothing else', async () => {
  expect(Object.keys(resourceLoaders).toSorted()).toEqual(resources.map(({ name }) => name).toSorted())
  for (const resource of resources) expect(await resourceLoaders[resource.name]?.()).toBe(resource)
})
