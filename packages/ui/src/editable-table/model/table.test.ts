import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CellTypes, chosenType } from './cell-type.ts'
import { extended, type Column } from './column.ts'
import { clearRange, copyRange, fillFirst, fillRange, pasteTexts } from './range-edits.ts'
import type { Row } from './row.ts'
import type { TableEvent, TableOptions } from './options.ts'
import { Table } from './table.ts'
import { isTemporaryId } from './values.ts'

const columns: readonly Column[] = [
  { key: 'code', title: '编号', type: 'input', validateRules: [{ required: true }, { unique: true }] },
  { key: 'name', title: '名称', type: 'input' },
  { key: 'amount', title: '数量', type: 'inputNumber', statistics: ['sum', 'average'] },
  { key: 'isOn', title: '启用', type: 'checkbox', customValue: ['Y', 'N'] },
  { key: 'locked', title: '只读', type: 'input', disabled: true },
  { key: 'day', title: '日期', type: 'date' },
]
const rows = (count: number): readonly Row[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `r${index}`,
    code: `SS${String(index).padStart(4, '0')}`,
    name: `阀 ${index}`,
    amount: index,
    isOn: 'N',
    locked: 'x',
    day: '2026-11-20',
  }))

function tableOf(count: number, options: Partial<TableOptions> = {}): Table {
  let ids = 0
  const table = new Table({ columns, newId: () => String(++ids), ...options })
  table.load(rows(count))
  return table
}
const held = (table: Table) => [...table.store.all()]
const ids = (table: Table) => held(table).map(({ id }) => id)

describe('rows', () => {
  it('are added at the bottom or at the place the settings name, with the defaults of their columns', () => {
    const table = tableOf(2)
    table.add()
    table.add({ addRowNum: 2, addIndex: 1, addScrollToBottom: false })
    const [first, second, , , last] = held(table)
    expect([first, second, last].every((row) => row && isTemporaryId(row.id))).toBe(true)
    expect(first).toMatchObject({ isOn: 'N' })
    expect(table.values().rows.map(({ id, tug_status }) => [id, tug_status])).toEqual([
      ['', 'new'],
      ['', 'new'],
      ['r0', 'existing'],
      ['r1', 'existing'],
      ['', 'new'],
    ])
  })

  it('are inserted below another one, at most every 1500 ms', () => {
    let now = 10_000
    const table = tableOf(2, { now: () => now })
    expect(table.insertBelow('r0')).toHaveLength(1)
    now += 1_499
    expect(table.insertBelow('r0')).toBeNull()
    now += 1
    expect(table.insertBelow('r0')).toHaveLength(1)
    expect(held(table)).toHaveLength(4)
  })

  it('leave their stored ids behind when they are removed, and take them back when that is undone', () => {
    const table = tableOf(4)
    const [added] = table.add()
    table.remove(['r1', 'r3', added?.id ?? ''])
    expect(table.values().deletedIds).toEqual(['r1', 'r3'])
    expect(ids(table)).toEqual(['r0', 'r2'])
    table.undo()
    expect(table.values().deletedIds).toEqual([])
    expect(ids(table)).toEqual(['r0', 'r1', 'r2', 'r3', added?.id])
  })

  it('are removed by an id or a list of ids, and by nothing else', () => {
    const table = tableOf(3)
    expect(table.remove('r1').map(({ id }) => id)).toEqual(['r1'])
    expect(table.remove(['r0']).map(({ id }) => id)).toEqual(['r0'])
    // A page written without types.
    expect(() => Reflect.apply(table.remove.bind(table), null, [5])).toThrow(TypeError)
  })

  it('are numbered from 1 once one of them came or moved, and keep their own numbers before', () => {
    const table = tableOf(0, { dragSortKey: 'orderNum' })
    table.load([
      { id: 'a', orderNum: 10 },
      { id: 'b', orderNum: 20 },
      { id: 'c', orderNum: 30 },
    ])
    const numbers = () => table.values().rows.map((row) => row['orderNum'])
    expect(numbers()).toEqual([10, 20, 30])
    table.shiftRow('c', -1)
    expect(ids(table)).toEqual(['a', 'c', 'b'])
    expect(numbers()).toEqual([1, 2, 3])
    table.undo()
    expect(numbers()).toEqual([10, 20, 30])
  })

  it('stay at the ends, and while they are sorted', () => {
    const table = tableOf(2)
    expect(table.shiftRow('r0', -1)).toBe(false)
    expect(table.shiftRow('r1', 1)).toBe(false)
    table.sort({ key: 'code', descending: true })
    expect(table.shiftRow('r0', 1)).toBe(false)
  })

  it('tell what people did, and nothing when they were loaded', () => {
    const table = new Table({ columns })
    const told: TableEvent['kind'][] = []
    table.listen(({ kind }) => told.push(kind))
    table.load(rows(3))
    expect(told).toEqual([])
    table.add()
    table.insertBelow('r0')
    table.remove(['r2'])
    table.moveRow('r0', 1)
    table.set({ id: 'r1', key: 'name' }, '改')
    expect(told).toEqual(['added', 'inserted', 'deleted', 'dragged', 'changed'])
  })
})

describe('disabled rows', () => {
  const disabled = { disabledRows: { name: ['阀 1'] } }

  it('are neither ticked, edited, pasted into nor removed', () => {
    const table = tableOf(3, disabled)
    table.selection.toggleAll()
    expect([...table.selection.ids]).toEqual(['r0', 'r2'])
    expect(table.selection.state()).toBe('all')
    table.selection.toggle('r0')
    expect(table.selection.state()).toBe('some')
    expect(table.set({ id: 'r1', key: 'code' }, 'x')).toBe(false)
    table.range.activate({ id: 'r0', key: 'code' })
    expect(pasteTexts(table, [['a'], ['b'], ['c']])).toMatchObject({ cells: 2, protectedCells: 1 })
    table.remove(['r0', 'r1', 'r2'])
    expect(ids(table)).toEqual(['r1'])
  })
})

describe('a paste', () => {
  it('of 10,000 cells is one edit, one notification and one change told to the page', () => {
    const table = tableOf(500)
    let notified = 0
    let changes = 0
    table.store.subscribe(() => notified++)
    table.listen(({ kind }) => (kind === 'changed' ? changes++ : 0))
    table.configure({
      columns: Array.from({ length: 20 }, (_, at) => ({ key: `k${at}`, title: `${at}`, type: 'input' })),
    })
    table.range.activate({ id: 'r0', key: 'k0' })
    const before = held(table)
    const written = pasteTexts(
      table,
      Array.from({ length: 500 }, (_, line) => Array.from({ length: 20 }, (__, at) => `${line}.${at}`)),
    )
    expect(written.cells).toBe(10_000)
    expect([notified, changes]).toEqual([1, 1])
    expect(held(table)[499]).toMatchObject({ k0: '499.0', k19: '499.19' })
    table.undo()
    expect(held(table)).toEqual(before)
    expect(table.history.canUndo).toBeNull()
  })

  it('tells the page the cells that hold another value now, and nothing where none does', () => {
    const table = tableOf(2)
    const told: unknown[] = []
    table.listen((event) => event.kind === 'changed' && told.push(event.cells))
    table.range.activate({ id: 'r0', key: 'name' })
    pasteTexts(table, [['阀 0'], ['新']])
    pasteTexts(table, [['阀 0'], ['新']])
    expect(told).toEqual([[{ id: 'r1', key: 'name', value: '新' }]])
  })

  it('adds rows for lines beyond the last one, and leaves what nobody may edit or nobody can read', () => {
    const table = tableOf(1)
    table.range.activate({ id: 'r0', key: 'amount' })
    const written = pasteTexts(table, [
      ['1,200.5', '是', 'changed', '2026/1/5'],
      ['two', '否', 'changed', '不是日期'],
    ])
    expect(written).toMatchObject({ cells: 4, rows: 1, protectedCells: 2, unreadable: 2 })
    expect(written.problem).toContain('“two”不是数字')
    expect(held(table)).toMatchObject([
      { amount: 1200.5, isOn: 'Y', locked: 'x', day: '2026-01-05' },
      { isOn: 'N' },
    ])
  })

  it('of one text fills the whole range', () => {
    const table = tableOf(3)
    table.range.activate({ id: 'r0', key: 'name' })
    table.range.stretchTo(2, 1)
    pasteTexts(table, [['同']])
    expect(held(table).map(({ name }) => name)).toEqual(['同', '同', '同'])
  })

  it('of what was copied leaves the table as it is', () => {
    const table = tableOf(4)
    table.range.all()
    const before = held(table)
    table.range.activate({ id: 'r0', key: 'code' })
    table.range.stretchTo(3, 5)
    const copied = copyRange(table)
    table.range.activate({ id: 'r0', key: 'code' })
    pasteTexts(table, copied)
    expect(held(table)).toEqual(before)
  })
})

describe('rows that the page holds', () => {
  it('are taken in as one edit that changes what differs alone', () => {
    const table = tableOf(4)
    let notified = 0
    table.store.subscribe(() => notified++)
    const [first, second, , fourth] = rows(4)
    const wanted = [fourth, { ...first, name: '改' }, { id: 'new', code: 'N' }, second].flatMap(
      (row) => row ?? [],
    )
    table.takeIn(wanted as Row[])
    expect(held(table)).toEqual(wanted)
    expect(notified).toBe(1)
    table.undo()
    expect(held(table)).toEqual(rows(4))
  })

  it('are loaded where they are other rows, and change nothing where they are the same', () => {
    const table = tableOf(2)
    table.takeIn(rows(2))
    expect(table.history.canUndo).toBeNull()
    table.takeIn([{ id: 'x' }, { id: 'y' }, { id: 'z' }])
    expect(ids(table)).toEqual(['x', 'y', 'z'])
    expect(table.history.canUndo).toBeNull()
  })
})

describe('values that the page puts in place of others', () => {
  it('belong to the edit they follow, and are undone with it once', () => {
    const table = tableOf(2)
    table.set({ id: 'r0', key: 'amount' }, null)
    table.takeIn(held(table).map((row) => ({ ...row, amount: row['amount'] ?? 1 })))
    expect(table.store.row('r0')).toMatchObject({ amount: 1 })
    table.undo()
    expect(held(table)).toEqual(rows(2))
    expect(table.history.canUndo).toBeNull()
    table.redo()
    expect(table.store.row('r0')).toMatchObject({ amount: 1 })
  })
})

describe('a cell that the page draws itself', () => {
  it('is neither filled, emptied nor pasted into: its rules stand in the page', () => {
    const own: readonly Column[] = [{ key: 'lock', title: '锁', type: 'slot' }]
    const table = new Table({ columns: own })
    table.load([
      { id: 'a', lock: 'LK1' },
      { id: 'b', lock: null },
    ])
    table.range.activate({ id: 'a', key: 'lock' })
    table.range.stretchTo(1, 0)
    expect(fillFirst(table, 'down')).toMatchObject({ cells: 0, protectedCells: 1 })
    expect(clearRange(table)).toMatchObject({ cells: 0 })
    expect(pasteTexts(table, [['x']])).toMatchObject({ cells: 0, unreadable: 2 })
    expect(held(table).map((row) => row['lock'])).toEqual(['LK1', null])
  })
})

describe('a table that is only read', () => {
  it('moves no row and undoes nothing', () => {
    const table = tableOf(3)
    table.set({ id: 'r0', key: 'name' }, 'x')
    table.configure({ columns, isReadOnly: true })
    expect([table.shiftRow('r0', 1), table.undo(), table.redo()]).toEqual([false, null, null])
    expect(held(table)[0]).toMatchObject({ id: 'r0', name: 'x' })
  })
})

describe('a table that takes no new rows', () => {
  it('inserts none below a row and none for pasted lines', () => {
    const table = tableOf(1, { mayAdd: false })
    expect(table.insertBelow('r0')).toEqual([])
    table.range.activate({ id: 'r0', key: 'name' })
    expect(pasteTexts(table, [['a'], ['b']])).toMatchObject({ cells: 1, rows: 0 })
    expect(held(table)).toHaveLength(1)
  })
})

describe('pages', () => {
  it('are pasted over: lines go on with the rows of the next page', () => {
    const table = tableOf(12)
    table.turnTo({ current: 1, pageSize: 10 })
    table.range.activate({ id: 'r9', key: 'name' })
    expect(pasteTexts(table, [['a'], ['b'], ['c']])).toMatchObject({ cells: 3, rows: 0 })
    expect(
      held(table)
        .slice(9)
        .map(({ name }) => name),
    ).toEqual(['a', 'b', 'c'])
  })

  it('and filters leave no active cell that nobody sees', () => {
    const table = tableOf(12)
    table.turnTo({ current: 1, pageSize: 10 })
    table.range.activate({ id: 'r1', key: 'name' })
    table.turnTo({ current: 2, pageSize: 10 })
    expect(table.range.active).toBeNull()
    table.turnTo(null)
    table.range.activate({ id: 'r1', key: 'name' })
    table.filterColumn('code', '0002')
    expect(table.range.active).toBeNull()
  })
})

describe('the box over all rows', () => {
  it('follows ticks, rows and what disables them', () => {
    const table = tableOf(3, { disabledRows: { name: ['阀 1'] } })
    table.selection.toggleAll()
    expect(table.selection.state()).toBe('all')
    table.add()
    expect(table.selection.state()).toBe('some')
    table.undo()
    expect(table.selection.state()).toBe('all')
    table.setMany([{ id: 'r1', key: 'name', value: 'free' }])
    expect(table.selection.state()).toBe('some')
    table.remove(['r0', 'r2'])
    expect(table.selection.state()).toBe('none')
  })
})

describe('undoing', () => {
  it('finds its row after a sort and after a filter', () => {
    const table = tableOf(5)
    table.set({ id: 'r1', key: 'name' }, '改过')
    table.sort({ key: 'code', descending: true })
    table.filterColumn('code', '0004')
    table.undo()
    expect(table.store.row('r1')).toMatchObject({ name: '阀 1' })
  })

  it('takes back all that an edit had done before it failed', () => {
    const table = tableOf(2)
    const before = held(table)
    expect(() =>
      table.history.edit('x', (editing) => {
        editing.set('r0', { name: 'a' })
        editing.remove(['r1'])
        editing.set('r9', { name: 'b' })
      }),
    ).toThrow('no row r9')
    expect(held(table)).toEqual(before)
    expect(table.history.canUndo).toBeNull()
  })

  const step = fc.oneof(
    fc.record({ do: fc.constant('set' as const), at: fc.nat(20), text: fc.string() }),
    fc.record({ do: fc.constant('add' as const), at: fc.nat(20) }),
    fc.record({ do: fc.constant('insert' as const), at: fc.nat(20) }),
    fc.record({ do: fc.constant('remove' as const), at: fc.nat(20), to: fc.nat(20) }),
    fc.record({ do: fc.constant('move' as const), at: fc.nat(20), to: fc.nat(20) }),
    fc.record({
      do: fc.constant('paste' as const),
      at: fc.nat(20),
      texts: fc.array(fc.array(fc.string(), { maxLength: 3 }), { maxLength: 4 }),
    }),
    fc.record({ do: fc.constant('sort' as const), descending: fc.boolean() }),
    fc.record({ do: fc.constant('fill' as const), at: fc.nat(20), to: fc.nat(20) }),
  )

  it('of a paste leaves a cell alone that somebody else has changed since, and doing it again too', () => {
    const table = tableOf(2)
    table.range.activate({ id: 'r0', key: 'code' })
    pasteTexts(table, [
      ['c1', 'a'],
      ['c2', 'b'],
    ])
    const before = table.store.row('r1')
    table.takeForeign([{ id: 'r0', key: 'name', value: '别人的' }])
    table.undo()
    expect(held(table)).toMatchObject([
      { name: '别人的', code: table.store.loaded('r0')?.['code'] },
      { name: '阀 1' },
    ])
    table.redo()
    expect(held(table)).toMatchObject([
      { name: '别人的', code: 'c1' },
      { name: 'b', code: 'c2' },
    ])
    // What nobody else has touched is exchanged as a whole.
    expect(table.store.row('r1')).toBe(before)
  })

  it('any history to its beginning leaves the beginning, and doing it again leaves the end', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let now = 0
        const table = tableOf(6, { now: () => (now += 2_000) })
        const before = held(table)
        for (const each of steps) {
          const all = ids(table)
          const id = all[('at' in each ? each.at : 0) % Math.max(1, all.length)]
          if (id === undefined && each.do !== 'add') continue
          const cell = { id: id ?? '', key: 'name' }
          if (each.do === 'set') table.set(cell, each.text)
          else if (each.do === 'add') table.add({ addRowNum: 1, addIndex: each.at, addScrollToBottom: false })
          else if (each.do === 'insert') table.insertBelow(cell.id)
          else if (each.do === 'remove') table.remove(all.slice(0, 1 + (each.to % 3)))
          else if (each.do === 'move') table.moveRow(cell.id, each.to % all.length)
          else if (each.do === 'sort') table.sort(each.descending ? { key: 'name', descending: true } : null)
          else {
            table.range.activate(cell)
            if (each.do === 'paste') pasteTexts(table, each.texts)
            else {
              const from = table.range.rectangle
              if (from)
                fillRange(table, from, { ...from, bottom: Math.min(from.bottom + each.to, all.length - 1) })
            }
          }
        }
        const after = held(table)
        while (table.undo()) {
          // Until the beginning.
        }
        expect(held(table)).toEqual(before)
        expect(table.values().deletedIds).toEqual([])
        while (table.redo()) {
          // Until the end.
        }
        expect(held(table)).toEqual(after)
      }),
    )
  })
})

describe('what is shown', () => {
  it('is sorted and filtered without a change to what is stored', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer(), fc.constant(null)), { maxLength: 30 }),
        fc.boolean(),
        (amounts, descending) => {
          const table = tableOf(0)
          table.load(amounts.map((amount, index) => ({ id: `r${index}`, amount })))
          const before = held(table)
          table.sort({ key: 'amount', descending })
          const shown = table.view.ids.map((id) => table.store.row(id)?.['amount'])
          const filled = shown.filter((value) => typeof value === 'number')
          expect(filled).toEqual(filled.toSorted((a, b) => (descending ? b - a : a - b)))
          expect(shown.slice(filled.length).every((value) => value === null)).toBe(true)
          expect(shown).toHaveLength(amounts.length)
          table.filterColumn('amount', '1')
          table.filterColumn(null, '')
          table.sort(null)
          expect(table.view.ids).toEqual(before.map(({ id }) => id))
          expect(held(table)).toEqual(before)
        },
      ),
    )
  })

  it('keeps its place while a cell by which it is sorted is edited', () => {
    const table = tableOf(3)
    table.sort({ key: 'amount', descending: false })
    table.set({ id: 'r0', key: 'amount' }, 99)
    expect(table.view.ids[0]).toBe('r0')
  })

  it('is a page of the rows, and the others stay', () => {
    const table = tableOf(25)
    table.turnTo({ current: 3, pageSize: 10 })
    expect(table.view.ids).toEqual(['r20', 'r21', 'r22', 'r23', 'r24'])
    expect(table.view.all).toHaveLength(25)
  })

  it('opens a parent with its children under it, and removes them with it', () => {
    const table = new Table({
      columns,
      childrenOf: (row) => (row.id === 'p' ? [{ id: 'c1' }, { id: 'c2' }] : null),
    })
    table.load([{ id: 'p' }, { id: 'q' }])
    expect(table.view.ids).toEqual(['p', 'q'])
    table.expand('p', true)
    expect(table.view.ids).toEqual(['p', 'c1', 'c2', 'q'])
    expect(table.view.level('c1')).toBe(1)
    table.remove(['p', 'c1'])
    expect(table.values().deletedIds.toSorted()).toEqual(['c1', 'c2', 'p'])
    table.undo()
    expect(table.view.ids).toEqual(['p', 'c1', 'c2', 'q'])
  })

  it('takes children that come later as stored rows, and a row without any as a leaf', () => {
    const table = tableOf(2)
    table.store.loadChildren('r0', [{ id: 'wait' }])
    table.store.loadChildren('r0', [{ id: 'k1' }])
    table.store.flush()
    table.expand('r0', true)
    expect(table.view.ids).toEqual(['r0', 'k1', 'r1'])
    expect(table.store.status('k1')).toBe('existing')
    expect(table.values().deletedIds).toEqual([])
    table.setLeaf('r1')
    expect(table.store.row('r1')).toMatchObject({ isLeaf: true })
  })
})

describe('errors', () => {
  it('are found in rows that no screen has drawn, the first in the order of rows', () => {
    const table = tableOf(1_000)
    table.set({ id: 'r900', key: 'code' }, '')
    table.set({ id: 'r950', key: 'code' }, 'SS0001')
    const verdict = table.validate()
    expect(verdict.count).toBe(3)
    expect(verdict.first).toEqual({ id: 'r1', key: 'code' })
    expect(verdict.errors.get('r900')?.get('code')).toContain('编号')
  })

  it('of two equal values go when one of them is changed, removed or brought back', () => {
    const table = tableOf(3)
    const wrong = () => [...table.validation.errors].filter(([, errors]) => errors.size > 0).map(([id]) => id)
    table.set({ id: 'r1', key: 'code' }, 'SS0000')
    expect(wrong().toSorted()).toEqual(['r0', 'r1'])
    table.set({ id: 'r1', key: 'code' }, 'other')
    expect(wrong()).toEqual([])
    table.set({ id: 'r2', key: 'code' }, 'other')
    table.remove(['r2'])
    table.set({ id: 'r1', key: 'name' }, 'x')
    expect(table.validate().count).toBe(0)
  })

  it('are not asked of cells that nobody can edit', () => {
    const table = tableOf(2, { disabledRows: { name: '阀 0' } })
    table.load([
      { id: 'r0', name: '阀 0' },
      { id: 'r1', name: '阀 1' },
    ])
    expect(table.validate().count).toBe(1)
  })
})

describe('the figures under the table', () => {
  it('sum the integer parts, and the decimals where the column keeps them', () => {
    const table = tableOf(0)
    const load = () =>
      table.load([
        { id: 'a', amount: 1.5 },
        { id: 'b', amount: 2.5 },
        { id: 'c', amount: 'x' },
      ])
    load()
    expect(table.statistic('amount')).toMatchObject({ sum: 3, average: 2 })
    table.configure({
      columns: columns.map((column) => (column.key === 'amount' ? { ...column, precision: 1 } : column)),
    })
    expect(table.statistic('amount')).toMatchObject({ sum: 4 })
  })
})

describe('a type of one’s own', () => {
  it('is refused under a reserved name', () => {
    const types = new CellTypes()
    const own = { ...types.of({ key: 'a', title: 'a', type: 'input' }), name: 'select' }
    expect(() => types.install(own)).toThrow('保留名称')
    types.install({ ...own, name: 'mine' })
    expect(types.of({ key: 'a', title: 'a', type: 'mine' }).name).toBe('mine')
  })
})

describe('what is chosen', () => {
  const types = new CellTypes()
  types.install(chosenType('lock', (value) => String(value)))
  const chosen: readonly Column[] = [
    { key: 'method', title: '方式', type: 'select', options: [{ value: 'E1', text: '断路器' }] },
    { key: 'isOn', title: '启用', type: 'switch', customValue: [1, 0] },
    { key: 'lock', title: '锁具', type: 'lock' },
  ]
  it('is drawn down as it is: the code behind a choice is no number to count on from', () => {
    const table = new Table({ columns: chosen, types })
    table.load([
      { id: '1', method: 'E1', isOn: 1, lock: 'lk7' },
      { id: '2', method: 'E1', isOn: 0, lock: 'lk7' },
      { id: '3' },
      { id: '4' },
    ])
    fillRange(table, { top: 0, bottom: 1, left: 1, right: 1 }, { top: 0, bottom: 3, left: 1, right: 1 })
    fillRange(table, { top: 1, bottom: 1, left: 0, right: 0 }, { top: 1, bottom: 3, left: 0, right: 0 })
    fillRange(table, { top: 1, bottom: 1, left: 2, right: 2 }, { top: 1, bottom: 3, left: 2, right: 2 })
    expect(held(table).slice(2)).toEqual([
      { id: '3', method: 'E1', isOn: 1, lock: 'lk7' },
      { id: '4', method: 'E1', isOn: 0, lock: 'lk7' },
    ])
  })
})

describe('A tick', () => {
  it('draws the row anew and none of its cells', () => {
    const table = new Table({ columns: [{ key: 'a', title: 'a', type: 'input' }] })
    table.load([
      { id: '1', a: 'x' },
      { id: '2', a: 'y' },
    ])
    const before = ['1', '2'].map((id) => [table.signals.version(id), table.signals.cells(id)])
    table.selection.toggleAll()
    const after = ['1', '2'].map((id) => [table.signals.version(id), table.signals.cells(id)])
    expect(after.map(([version]) => version)).not.toEqual(before.map(([version]) => version))
    expect(after.map(([, cells]) => cells)).toEqual(before.map(([, cells]) => cells))
    expect(table.selection.state()).toBe('all')
    table.set({ id: '1', key: 'a' }, 'z')
    expect(table.signals.cells('1')).toBe(table.signals.version('1'))
  })
})

it('what is marked as wrong stays marked when the choices of a column arrive', () => {
  const column = { key: 'name', title: '名称', type: 'select', validateRules: [{ required: true }] }
  const table = new Table({ columns: [column] })
  table.load([{ id: 'a', name: '' }])
  table.validate()
  table.configure({ columns: [{ ...column, options: [{ value: '1', text: '一' }] }] })
  expect(table.validation.error('a', 'name')).toBe('请填写“名称”')
})

describe('what is filled or pasted', () => {
  const limited: readonly Column[] = [
    { key: 'group', title: '解除组', type: 'inputNumber', precision: 0, range: [1, 99] },
    { key: 'level', title: '级别', type: 'inputNumber', range: [1, 5] },
    { key: 'code', title: '编号', type: 'input', maxLength: 3 },
    {
      key: 'sex',
      title: '性别',
      type: 'select',
      options: [
        { value: '1', text: '男' },
        { value: '2', text: '女' },
      ],
    },
    {
      key: 'rank',
      title: '职级',
      type: 'select',
      options: [
        { value: '1', text: '员级' },
        { value: 'X', text: '男' },
      ],
    },
  ]
  const filled = () => {
    const table = new Table({ columns: limited })
    table.load([
      { id: '1', group: 98, level: 2, code: 'A98', sex: '1', rank: 'X' },
      { id: '2', group: 99, level: 3, code: 'A99', sex: '2', rank: '1' },
      { id: '3', group: 1, level: 1, code: 'B', sex: null, rank: '1' },
      { id: '4', group: 1, level: 1, code: 'C', sex: null, rank: '1' },
    ])
    return table
  }
  const column = (at: number) => ({ top: 0, bottom: 1, left: at, right: at })

  it('is refused where typing it would be: bounds and lengths hold for the fill handle too', () => {
    const table = filled()
    expect(fillRange(table, column(0), { ...column(0), bottom: 3 })).toMatchObject({
      cells: 0,
      unreadable: 2,
    })
    expect(fillRange(table, column(2), { ...column(2), bottom: 3 })).toMatchObject({
      cells: 0,
      unreadable: 2,
    })
    expect(
      held(table)
        .slice(2)
        .map(({ group, code }) => [group, code]),
    ).toEqual([
      [1, 'B'],
      [1, 'C'],
    ])
  })

  it('goes to another column as people read it, since the same code means another thing there', () => {
    const table = filled()
    const across = fillRange(
      table,
      { top: 0, bottom: 1, left: 3, right: 3 },
      { top: 0, bottom: 1, left: 3, right: 4 },
    )
    expect(across).toMatchObject({ cells: 1, unreadable: 1 })
    expect(
      held(table)
        .slice(0, 2)
        .map(({ rank }) => rank),
    ).toEqual(['X', '1'])
    table.range.activate({ id: '1', key: 'group' })
    table.range.activate({ id: '1', key: 'level' }, true)
    expect(fillFirst(table, 'right')).toMatchObject({ cells: 0, unreadable: 1 })
  })

  it('says how many lines and columns have no place', () => {
    const table = filled()
    table.sort({ key: 'code', descending: false })
    table.range.activate({ id: table.view.ids[3] ?? '', key: 'rank' })
    expect(
      pasteTexts(table, [
        ['男', 'x'],
        ['男', 'x'],
        ['男', 'x'],
      ]),
    ).toMatchObject({ cells: 1, beyondRows: 2, beyondColumns: 1 })
  })

  it('keeps a number exactly or refuses it, and rounds by its decimals', () => {
    const table = new Table({ columns: [{ key: 'n', title: '数', type: 'inputNumber', precision: 2 }] })
    table.load([{ id: '1' }])
    const typed = (text: string) => table.type({ id: '1', key: 'n' }, text) ?? table.store.row('1')?.['n']
    expect(typed('12345678901234567890')).toContain('超过 15 位')
    expect(typed('1.005')).toBe(1.01)
    expect(typed('-1.005')).toBe(-1.01)
    expect(typed('0.00000012')).toBe(0)
    expect(typed('000000000000000000012')).toBe(12)
  })

  it('digits that its decimals round away are none too many', () => {
    const table = new Table({ columns: [{ key: 'n', title: '数', type: 'inputNumber', precision: 7 }] })
    table.load([{ id: '1' }])
    const typed = (text: string) => table.type({ id: '1', key: 'n' }, text) ?? table.store.row('1')?.['n']
    expect(typed('121.50099999980469')).toBe(121.501)
    expect(typed('-121.50099994999999999999')).toBe(-121.5009999)
    expect(typed('121.50099995')).toBe(121.501)
    expect(typed('123456789.123456789')).toContain('超过 15 位')
  })

  it('adds no rows to a tree, where nobody knows under which parent', () => {
    const table = new Table({ columns: limited, isTree: true })
    table.load([{ id: '1', code: 'a' }])
    table.range.activate({ id: '1', key: 'code' })
    expect(pasteTexts(table, [['x'], ['y']])).toMatchObject({ cells: 1, rows: 0, beyondRows: 1 })
  })
})

describe('a text that stands refused in the open editor', () => {
  it('counts as a wrong cell until it is mended or given up', () => {
    const table = new Table({ columns: [{ key: 'n', title: '数', type: 'inputNumber' }] })
    table.load([{ id: '1', n: 3 }])
    table.openCell.refuse({ cell: { id: '1', key: 'n' }, problem: '“x”不是数字' })
    expect(table.validate()).toMatchObject({ count: 1, first: { id: '1', key: 'n' } })
    table.openCell.refuse(null)
    expect(table.validate().count).toBe(0)
  })
})

describe('what a sheet holds', () => {
  it('fills a range that holds it several times over', () => {
    const table = new Table({
      columns: [
        { key: 'a', title: 'a', type: 'input' },
        { key: 'b', title: 'b', type: 'input' },
      ],
    })
    table.load(['1', '2', '3', '4'].map((id) => ({ id, a: '', b: '' })))
    table.range.activate({ id: '1', key: 'a' })
    table.range.activate({ id: '4', key: 'b' }, true)
    expect(pasteTexts(table, [['x'], ['y']])).toMatchObject({ cells: 8, beyondRows: 0, beyondColumns: 0 })
    expect(held(table).map(({ a, b }) => [a, b])).toEqual([
      ['x', 'x'],
      ['y', 'y'],
      ['x', 'x'],
      ['y', 'y'],
    ])
  })

  it('is read back where a choice holds a separator, a date has eight digits, a box is a tick', () => {
    const options = [
      { value: '1', text: '火灾、爆炸' },
      { value: '2', text: '火灾' },
      { value: '3', text: '触电' },
    ]
    const table = new Table({
      columns: [
        { key: 'h', title: '危害', type: 'list_multi', options },
        { key: 'd', title: '日期', type: 'date' },
        { key: 'c', title: '确认', type: 'checkbox' },
      ],
    })
    table.load([{ id: '1' }])
    for (const [key, text] of [
      ['h', '火灾、爆炸、触电'],
      ['d', '20260105'],
      ['c', '☑'],
    ] as const)
      expect(table.type({ id: '1', key }, text)).toBeNull()
    expect(table.store.row('1')).toEqual({ id: '1', h: '1,3', d: '2026-01-05', c: true })
    expect(table.type({ id: '1', key: 'h' }, '火灾，触电')).toBeNull()
    expect(table.store.row('1')?.['h']).toBe('2,3')
    expect(table.type({ id: '1', key: 'h' }, '火灾、水淹')).toContain('水淹')
  })

  it('shows names where keys are stored', () => {
    const table = new Table({ columns: [{ key: 'who', title: '人员', type: 'sel_user' }] })
    table.load([{ id: '1', who: 'u1,u2' }])
    table.setNames({ who: new Map([['u1', '王工']]) })
    const row = table.store.row('1')
    const column = table.column('who')
    expect(row && column && table.text(row, column)).toBe('王工、u2')
  })
})

describe('a described column', () => {
  it('takes what its JSON says, and nothing from a text that is none', () => {
    const upload = { key: 'f', title: '文件', type: 'file' }
    expect(extended({ ...upload, fieldExtendJson: '{"uploadnum":"3","multiSelect":true}' })).toMatchObject({
      number: 3,
      multi: true,
    })
    expect(extended({ ...upload, fieldExtendJson: '{broken' })).not.toHaveProperty('number')
  })
})
