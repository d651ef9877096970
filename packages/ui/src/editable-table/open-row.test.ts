import { expect, it } from 'vitest'
import { openRow } from './open-row.ts'
import type { Table } from './model/table.ts'

/** A table of one closed row whose children are not there. */
function closedTable() {
  const said: string[] = []
  const table = {
    store: {
      row: (id: string) => ({ id }),
      children: () => null,
      loadChildren: () => said.push('loading'),
      flush: () => undefined,
    },
    columns: [],
    isExpanded: () => false,
    expand: (_: string, isOpen: boolean) => said.push(isOpen ? 'open' : 'shut'),
    unloadChildren: () => said.push('unloaded'),
    setLeaf: () => said.push('leaf'),
  }
  // Only what the function uses of a table.
  return { table: table as unknown as Table, said }
}

it.each([
  ['something that is no list', () => Promise.resolve(JSON.parse('{"rows":[]}')), '返回数据类型不识别'],
  ['an error with a reason', () => Promise.reject(new Error('网络超时')), '网络超时'],
])(
  'a loader of children that answers %s leaves the row shut, and says so (2-data-entry.md §8)',
  async (_, load, text) => {
    const { table, said } = closedTable()
    const told = await new Promise<string>((resolve) => openRow(table, 'r1', load, resolve))
    expect(told).toBe(text)
    expect(said).toEqual(['loading', 'open', 'unloaded', 'shut'])
  },
)
