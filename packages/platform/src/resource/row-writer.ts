import { writeSync } from 'node:fs'
import { SheetRefusal, type RowIndex, type SheetLimits } from './sheet-reading.ts'

/** Titles and headings above the data do not count. */
const MOST_HEAD = 10
/** Characters that wait for the next write. */
const CHUNK = 128 * 1024

/**
 * Takes the rows of a sheet from top to bottom and writes those that hold something to a file, each as a JSON list of
 * texts. Throws `SheetRefusal` at the first cell or row beyond the limits, so that nothing of such a sheet is used.
 */
export class RowWriter {
  readonly #file: number
  readonly #limits: SheetLimits
  readonly #places: number[] = []
  readonly #ends: number[] = []
  #waiting = ''
  #size = 0

  constructor(file: number, limits: SheetLimits) {
    this.#file = file
    this.#limits = limits
  }

  /** The texts of the row at `place` (from 0) by their columns; holes and empty texts are the same. */
  add(place: number, cells: readonly (string | undefined)[]): void {
    let width = cells.length
    while (width > 0 && (cells[width - 1] ?? '') === '') width--
    if (width === 0) return
    const { rows, columns, unpackedBytes } = this.#limits
    if (width > columns)
      throw new SheetRefusal(`第${place + 1}行的列数超过${columns}列，请删除多余的列后再导入`)
    if (place >= rows + MOST_HEAD) throw new SheetRefusal(`数据超过${rows}行，请拆分后再导入`)
    const row: string[] = []
    for (let at = 0; at < width; at++) row.push(cells[at] ?? '')
    const text = JSON.stringify(row)
    this.#size += Buffer.byteLength(text)
    // One text may stand in a million cells.
    if (this.#size > unpackedBytes) throw new SheetRefusal('文件内容过大，请拆分后再导入')
    this.#waiting += text
    this.#places.push(place)
    this.#ends.push(this.#size)
    if (this.#waiting.length > CHUNK) this.#flush()
  }

  /** Writes what waits. Throws `SheetRefusal` where there was nothing. */
  finish(): RowIndex {
    if (this.#places.length === 0) throw new SheetRefusal('文件中没有数据，请填写后再导入')
    this.#flush()
    return { places: Uint32Array.from(this.#places), ends: Uint32Array.from(this.#ends) }
  }

  #flush(): void {
    const bytes = Buffer.from(this.#waiting)
    writeAll(this.#file, bytes, this.#size - bytes.length)
    this.#waiting = ''
  }
}

/** Writes all of some bytes into a file, from a place in it on. */
export function writeAll(file: number, bytes: Uint8Array, place: number): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at, place + at)
}
