import { position } from '@suoan/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '../testing/test-world.ts'
import { mountResource } from './index.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({
    features: [{ name: 'position', mount: (mount) => mountResource(mount, position) }],
  })
})
afterAll(() => world[Symbol.asyncDispose]())

it('a person reads one workbook at a time, others read theirs, and nobody waits without end', async () => {
  const sheet = { name: '职务.xls', content: Buffer.from('没有,表头\n1,2') }
  const upload = (userId: string) => world.as({ userId }).upload('/sys/position/importExcel', sheet)
  const own = await Promise.all([upload('one'), upload('one'), upload('one')])
  expect(own.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([429, 429, 500])
  const many = await Promise.all(Array.from({ length: 10 }, (_, n) => upload(`user-${n}`)))
  expect(many.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 8 }, () => 500),
    503,
    503,
  ])
  expect(many.find(({ code }) => code === 500)?.message).toContain('没有找到表头')
  expect(await upload('one')).toMatchObject({ code: 500 })
})
