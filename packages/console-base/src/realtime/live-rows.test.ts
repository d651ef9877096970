import { Table, type Row } from '@suoan/ui/editable-table'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LiveRows } from './live-rows.ts'
import { PeopleInCells } from './people-in-cells.ts'

/** A page with one table over stored rows, as a server with an optimistic lock keeps them. */
function page(...start: readonly Row[]) {
  const stored = new Map<string, Row>(start.map((row) => [row.id, { revision: 1, ...row }]))
  const stale = new Error('stale')
  let gate = Promise.resolve()
  const edits: Readonly<Record<string, unknown>>[] = []
  const table = new Table({
    columns: [
      { key: 'name', title: '职务名称', type: 'input' },
      { key: 'rank', title: '职级', type: 'input' },
    ],
  })
  table.load([...stored.values()])
  const store = (part: Readonly<Record<string, unknown>> & { readonly id: string }): Row => {
    const row = stored.get(part.id)
    if (!row) throw new Error('该记录不存在')
    const next: Row = { ...row, ...part, revision: Number(row['revision']) + 1 }
    stored.set(next.id, next)
    return next
  }
  const live = new LiveRows(table, {
    async edit(draft) {
      edits.push(draft)
      await gate
      const id = String(draft['id'])
      if (draft['name'] === '') throw new Error('请填写职务名称')
      if (stored.get(id)?.['revision'] !== draft['revision']) throw stale
      store({ ...draft, id, updateBy: 'me' })
    },
    async find(id) {
      const row = stored.get(id)
      if (!row) throw new Error('该记录不存在')
      return row
    },
    list: async () => [...stored.values()],
    isStale: (error) => error === stale,
    textOf: (error) => (error instanceof Error ? error.message : '失败'),
  })
  return {
    table,
    live,
    stored,
    edits,
    /** Somebody else stores it; the frame comes when `take` is given the row. */
    other: (id: string, part: Readonly<Record<string, unknown>>) => store({ ...part, id, updateBy: 'other' }),
    /** Edits wait until the returned function is called. */
    hold() {
      let open = (): void => undefined
      gate = new Promise((resolve) => (open = resolve))
      return open
    },
    cell: (id: string, key: string) => table.store.row(id)?.[key],
    settled: () => vi.advanceTimersByTimeAsync(1),
  }
}
const name = (id: string) => ({ id, key: 'name' })

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('a change is stored at once, on the revision that was seen, and the next one on the new revision', async () => {
  const { table, edits, stored, settled } = page({ id: 'a', name: '班长' })
  table.set(name('a'), '值班长')
  table.set(name('a'), '总值班长')
  await settled()
  expect(edits.map(({ revision }) => revision)).toEqual([1, 2])
  expect(stored.get('a')).toMatchObject({ name: '总值班长', revision: 3 })
  expect(table.isChanged('a', 'name')).toBe(false)
})

it('undoing and redoing are stored too', async () => {
  const { table, stored, settled } = page({ id: 'a', name: '班长' })
  table.set(name('a'), '值班长')
  await settled()
  table.undo()
  await settled()
  expect(stored.get('a')).toMatchObject({ name: '班长' })
  table.redo()
  await settled()
  expect(stored.get('a')).toMatchObject({ name: '值班长' })
})

it('what somebody else stored appears, is marked for 1400 ms, and is no edit of one’s own (2-data-entry.md §9)', async () => {
  const { table, live, other, edits, cell, settled } = page({ id: 'a', name: '班长' })
  live.take(other('a', { name: '技师' }))
  await settled()
  expect(cell('a', 'name')).toBe('技师')
  expect(table.fresh.has('a', 'name')).toBe(true)
  expect(table.isChanged('a', 'name')).toBe(false)
  expect(table.history.canUndo).toBeNull()
  expect(edits).toEqual([])
  await vi.advanceTimersByTimeAsync(1_400)
  expect(table.fresh.has('a', 'name')).toBe(false)
})

it('an edit that met only another cell of its row is tried again on the newer row: both are kept', async () => {
  const { table, live, other, stored, cell, settled } = page({ id: 'a', name: '班长', rank: '1' })
  other('a', { rank: '2' })
  table.set(name('a'), '值班长')
  await settled()
  expect(stored.get('a')).toMatchObject({ name: '值班长', rank: '2' })
  expect(cell('a', 'rank')).toBe('2')
  expect(live.conflicts).toEqual([])
})

it('a cell that both have changed is stored for nobody: both values are there to choose from', async () => {
  const { table, live, other, stored, cell, settled } = page({ id: 'a', name: '班长' })
  other('a', { name: '技师' })
  table.set(name('a'), '值班长')
  await settled()
  expect(stored.get('a')).toMatchObject({ name: '技师' })
  expect(cell('a', 'name')).toBe('值班长')
  expect(live.conflicts).toMatchObject([{ id: 'a', key: 'name', theirs: '技师', by: 'other' }])
  expect(table.isChanged('a', 'name')).toBe(true)
})

it.each([
  { whose: 'mine' as const, kept: '值班长' },
  { whose: 'theirs' as const, kept: '技师' },
])('choosing $whose stores and shows $kept', async ({ whose, kept }) => {
  const { table, live, other, stored, cell, settled } = page({ id: 'a', name: '班长' })
  other('a', { name: '技师' })
  table.set(name('a'), '值班长')
  await settled()
  for (const conflict of live.conflicts) live.choose(conflict, whose)
  await settled()
  expect(stored.get('a')).toMatchObject({ name: kept })
  expect(cell('a', 'name')).toBe(kept)
  expect(live.conflicts).toEqual([])
  expect(table.isChanged('a', 'name')).toBe(false)
})

it('while a conflict waits, other cells of the row are stored all the same', async () => {
  const { table, live, other, stored, settled } = page({ id: 'a', name: '班长', rank: '1' })
  other('a', { name: '技师' })
  table.set(name('a'), '值班长')
  await settled()
  table.set({ id: 'a', key: 'rank' }, '3')
  await settled()
  expect(stored.get('a')).toMatchObject({ name: '技师', rank: '3' })
  expect(live.conflicts).toHaveLength(1)
})

it('a cell that is being edited is not changed under the person; what he writes is asked about', async () => {
  const { table, live, other, stored, cell, settled } = page({ id: 'a', name: '班长' })
  table.openCell.set(name('a'))
  live.take(other('a', { name: '技师' }))
  expect(cell('a', 'name')).toBe('班长')
  expect(live.conflicts).toMatchObject([{ theirs: '技师' }])
  table.set(name('a'), '值班长')
  table.openCell.set(null)
  await settled()
  expect(stored.get('a')).toMatchObject({ name: '技师' })
  expect(live.conflicts).toMatchObject([{ theirs: '技师' }])
})

it('an editor that is closed without a word shows what came meanwhile', async () => {
  const { table, live, other, cell, edits, settled } = page({ id: 'a', name: '班长' })
  table.openCell.set(name('a'))
  live.take(other('a', { name: '技师' }))
  table.openCell.set(null)
  await settled()
  expect(cell('a', 'name')).toBe('技师')
  expect(live.conflicts).toEqual([])
  expect(edits).toEqual([])
})

it('the news of one’s own change is no conflict with what was typed after it', async () => {
  const { table, live, stored, hold, settled } = page({ id: 'a', name: '班长' })
  const open = hold()
  table.set(name('a'), '值班长')
  await settled()
  table.set(name('a'), '总值班长')
  live.take({ id: 'a', name: '值班长', revision: 2 })
  expect(live.conflicts).toEqual([])
  open()
  await settled()
  expect(live.conflicts).toEqual([])
  // The server of this page had not stored what the frame told of, so the edits go on from what it has.
  expect(stored.get('a')).toMatchObject({ name: '总值班长' })
})

it('older news than what is known changes nothing', () => {
  const { live, other, cell } = page({ id: 'a', name: '班长' })
  const first = other('a', { name: '技师' })
  live.take(other('a', { name: '工程师' }))
  live.take(first)
  expect(cell('a', 'name')).toBe('工程师')
})

it('a change of somebody else cannot be taken back by undoing an edit from before it', async () => {
  const { table, live, other, cell, settled } = page({ id: 'a', name: '班长', rank: '1' })
  table.setMany([
    { ...name('a'), value: '值班长' },
    { id: 'a', key: 'rank', value: '2' },
  ])
  await settled()
  live.take(other('a', { name: '技师' }))
  table.undo()
  await settled()
  expect([cell('a', 'name'), cell('a', 'rank')]).toEqual(['技师', '1'])
})

it('a refused value stays in its cell with the reason, and can be given up', async () => {
  const { table, live, cell, settled } = page({ id: 'a', name: '班长' })
  table.set(name('a'), '')
  await settled()
  expect(live.problems).toEqual([{ id: 'a', text: '职务名称“”没有保存：请填写职务名称' }])
  expect(cell('a', 'name')).toBe('')
  for (const problem of live.problems) live.answer(problem, 'leave')
  expect(cell('a', 'name')).toBe('班长')
  expect(live.problems).toEqual([])
})

it('rows that came and went while nobody told are there after reading again; what was unsaved in them is named', async () => {
  const { table, live, stored, cell, settled } = page({ id: 'a', name: '班长' }, { id: 'b', name: '技师' })
  table.set(name('a'), '')
  await settled()
  stored.delete('a')
  stored.set('c', { id: 'c', name: '工程师', revision: 1 })
  stored.set('b', { id: 'b', name: '高级技师', revision: 2 })
  await live.reread()
  expect([...table.store.all()].map(({ id }) => id)).toEqual(['b', 'c'])
  expect(cell('b', 'name')).toBe('高级技师')
  expect(live.problems).toEqual([{ id: 'a', text: '职务名称“”没有保存：该行已被他人删除' }])
})

it('people in cells have colours of their own, and who is not heard of any more is gone', () => {
  const people = new PeopleInCells()
  people.take({ person: 'w1', name: '张三', cell: name('a') }, 0)
  people.take({ person: 'w2', name: '李四', cell: name('a') }, 0)
  people.take({ person: 'w2', name: '李四', cell: name('b') }, 50_000)
  expect(people.at(50_000).map(({ name: who, hue }) => [who, hue])).toEqual([
    ['张三', 0],
    ['李四', 1],
  ])
  expect(people.at(61_000).map(({ name: who }) => who)).toEqual(['李四'])
  people.take({ person: 'w2', name: '', cell: null }, 61_000)
  expect(people.at(61_000)).toEqual([])
})
