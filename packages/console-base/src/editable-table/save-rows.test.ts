import { expect, it } from 'vitest'
import { afterSave, saveRows } from './save-rows.ts'

it('what is refused leaves the rest alone, and stays as it was typed', async () => {
  const sent: unknown[] = []
  const stored = ['a', 'b', 'c'].map((id) => ({ id, revision: 3, text: id }))
  const [a, b, c] = stored
  if (!a || !b || !c) throw new Error('three rows')
  const outcome = await saveRows(
    {
      add: (draft) => Promise.resolve(sent.push(draft)),
      edit: (draft) =>
        'wrong' in draft ? Promise.reject(new Error('已存在')) : Promise.resolve(sent.push(draft)),
      removeBatch: (ids) => Promise.resolve(sent.push(ids)),
      textOf: (error) => (error instanceof Error ? error.message : ''),
    },
    {
      added: [{ id: 'new_1', draft: { text: '新' } }],
      edited: [
        { stored: b, draft: { text: '改' } },
        { stored: c, draft: { wrong: true } },
      ],
      removed: [a],
    },
  )
  expect(sent).toEqual([['a'], { text: '改', id: 'b', revision: 3 }, { text: '新' }])
  expect(outcome).toEqual({ saved: 3, failed: new Map([['c', '已存在']]) })
})

it('after a save the stored rows are shown, with what failed as it was typed and in its place', () => {
  const now = ['b', 'c', 'n1'].map((id) => ({ id, revision: 4 }))
  const rows = ['b', 'new_2', 'c', 'new_1'].map((id) => ({ id, text: `typed ${id}` }))
  const failed = new Map([
    ['c', '已存在'],
    ['new_2', '太长'],
    ['gone', '不能删除'],
  ])
  const next = afterSave(now, ({ id }) => ({ id, text: `stored ${id}` }), rows, failed)
  expect(next.map(({ text }) => text)).toEqual(['stored b', 'typed new_2', 'typed c', 'stored n1'])
})
