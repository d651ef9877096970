import type { SheetCell, SheetDescription, SheetRows } from './sheet.ts'

/** A row on its way into a file; title and heading rows are set in bold. */
export type SheetLine = { readonly cells: readonly SheetCell[]; readonly isHead: boolean }

/** Reads `rows` once and gives them out sheet by sheet, each with titles and headings and at most `capacity` lines. */
export async function* sheetParts(
  sheet: SheetDescription,
  rows: SheetRows,
  capacity: number,
): AsyncGenerator<{ name: string; lines: AsyncIterable<SheetLine> }> {
  const source = asyncIterator(rows)
  try {
    let next = await source.next()
    for (let number = 1; number === 1 || !next.done; number++) {
      const lines = async function* (): AsyncGenerator<SheetLine> {
        const head = [...sheet.titles.map((title) => [title]), sheet.columns.map((column) => column.heading)]
        for (const cells of head) yield { cells, isHead: true }
        for (let used = head.length; used < capacity && !next.done; used++) {
          yield { cells: next.value, isHead: false }
          next = await source.next()
        }
      }
      yield { name: tabName(sheet.name, number), lines: lines() }
    }
  } finally {
    await source.return?.()
  }
}

function asyncIterator(rows: SheetRows): AsyncIterator<readonly SheetCell[]> {
  if (Symbol.asyncIterator in rows) return rows[Symbol.asyncIterator]()
  const iterator = rows[Symbol.iterator]()
  return {
    next: async () => iterator.next(),
    return: async () => {
      iterator.return?.()
      return { done: true, value: undefined }
    },
  }
}

// Excel allows 31 characters and none of these signs in the name of a tab.
function tabName(name: string, number: number): string {
  const plain = name.replace(/[\\/?*[\]:']/g, ' ').trim() || 'Sheet'
  return number === 1 ? plain.slice(0, 31) : `${plain.slice(0, 26)}(${number})`
}
