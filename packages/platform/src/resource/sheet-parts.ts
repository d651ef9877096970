import type { SheetDescription, SheetRow, SheetRows } from './sheet.ts'

/** Rows on their way into a file; title and heading rows are set in bold. */
export type SheetBlock = { readonly rows: readonly SheetRow[]; readonly isHead: boolean }

/** Rows of a block that is cut from an iterable in memory. */
const BLOCK = 500

/** Reads `rows` once and gives them out sheet by sheet, each with titles and headings and at most `capacity` lines. */
export async function* sheetParts(
  sheet: SheetDescription,
  rows: SheetRows,
  capacity: number,
): AsyncGenerator<{ name: string; blocks: AsyncIterable<SheetBlock> }> {
  const source = asBlocks(rows)
  const head = [...sheet.titles.map((title) => [title]), sheet.columns.map((column) => column.heading)]
  try {
    let next = await source.next()
    const blocks = async function* (): AsyncGenerator<SheetBlock> {
      yield { rows: head, isHead: true }
      for (let room = capacity - head.length; room > 0 && !next.done;) {
        const block = next.value
        yield { rows: block.slice(0, room), isHead: false }
        next = block.length > room ? { done: false, value: block.slice(room) } : await source.next()
        room -= block.length
      }
    }
    for (let number = 1; number === 1 || !next.done; number++)
      yield { name: tabName(sheet.name, number), blocks: blocks() }
  } finally {
    await source.return?.(undefined)
  }
}

function asBlocks(rows: SheetRows): AsyncIterator<readonly SheetRow[]> {
  return Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : cut(rows)
}

async function* cut(rows: Iterable<SheetRow>): AsyncGenerator<SheetRow[]> {
  let block: SheetRow[] = []
  for (const row of rows) {
    if (block.push(row) < BLOCK) continue
    yield block
    block = []
  }
  if (block.length > 0) yield block
}

// Excel allows 31 characters and none of these signs in the name of a tab.
function tabName(name: string, number: number): string {
  const plain = name.replace(/[\\/?*[\]:']/g, ' ').trim() || 'Sheet'
  return number === 1 ? plain.slice(0, 31) : `${plain.slice(0, 26)}(${number})`
}
