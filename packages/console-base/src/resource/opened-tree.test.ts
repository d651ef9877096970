import { expect, it } from 'vitest'
import { openedTree } from './opened-tree.ts'

const branch = (id: string) => ({ id, children: [] })
const below: Record<string, { id: string; children: never[] | null }[]> = {
  a: [branch('b'), { id: 'leaf', children: null }],
  b: [branch('c')],
}
const load = async (ids: readonly string[]) =>
  Object.fromEntries(ids.map((id) => [id, [...(below[id] ?? [])]]))

it('a tree has what is below its opened rows, and an empty list below the others', async () => {
  expect(await openedTree([branch('a'), branch('z')], [], load)).toEqual([branch('a'), branch('z')])
  expect(await openedTree([branch('a'), branch('z')], ['a', 'b'], load)).toEqual([
    {
      id: 'a',
      children: [
        { id: 'b', children: [branch('c')] },
        { id: 'leaf', children: null },
      ],
    },
    branch('z'),
  ])
})

it('a row that was opened and is gone since takes nothing from the others', async () => {
  expect(await openedTree([branch('z')], ['a', 'gone'], load)).toEqual([branch('z')])
})

it('many opened rows are asked for in several calls', async () => {
  const asked: number[] = []
  const ids = Array.from({ length: 450 }, (_, at) => `n${at}`)
  await openedTree([branch('n0')], ids, async (some) => {
    asked.push(some.length)
    return load(some)
  })
  expect(asked).toEqual([200, 200, 50])
})
