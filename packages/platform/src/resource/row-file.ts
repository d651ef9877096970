import type { FileHandle } from 'node:fs/promises'
import type { RowIndex } from './sheet-reading.ts'

/** A row as it stands in its sheet. */
export interface SheetRow {
  /** From 0. */
  readonly place: number
  readonly cells: readonly string[]
}

/** The rows of a sheet on the disk: only those that are asked for are in memory. Empty ones are not among them. */
export class RowFile implements AsyncDisposable {
  readonly #file: FileHandle
  readonly #index: RowIndex

  /** `file` holds what a `RowWriter` wrote, and is closed with this. */
  constructor(file: FileHandle, index: RowIndex) {
    this.#file = file
    this.#index = index
  }

  get count(): number {
    return this.#index.places.length
  }

  /** Rows by their numbers, from 0 up to `count`, in the order in which they are asked for. */
  async pick(numbers: ArrayLike<number>): Promise<SheetRow[]> {
    const rows: SheetRow[] = []
    for (let from = 0; from < numbers.length;) {
      // Rows that follow each other are read at once.
      let until = from + 1
      while (until < numbers.length && numbers[until] === (numbers[until - 1] ?? 0) + 1) until++
      rows.push(...(await this.#read(numbers[from] ?? 0, until - from)))
      from = until
    }
    return rows
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close()
  }

  async #read(first: number, count: number): Promise<SheetRow[]> {
    const { places, ends } = this.#index
    const begin = first === 0 ? 0 : (ends[first - 1] ?? 0)
    const bytes = Buffer.allocUnsafe((ends[first + count - 1] ?? begin) - begin)
    for (let at = 0; at < bytes.length;) {
      const { bytesRead } = await this.#file.read(bytes, at, bytes.length - at, begin + at)
      if (bytesRead === 0) throw new Error('a temporary file of an import became shorter')
      at += bytesRead
    }
    const rows: SheetRow[] = []
    let at = 0
    for (let number = first; number < first + count; number++) {
      const end = (ends[number] ?? begin) - begin
      // Written by `RowWriter`.
      const cells = JSON.parse(bytes.toString('utf8', at, end)) as string[]
      rows.push({ place: places[number] ?? 0, cells })
      at = end
    }
    return rows
  }
}
