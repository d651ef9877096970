import { readSync } from 'node:fs'
import { writeAll } from './row-writer.ts'
import { SheetRefusal } from './sheet-reading.ts'

const PAGE = 256 * 1024
/** 16 MB: cells name the texts mostly in the order in which they stand. */
const MOST_PAGES = 64
const MOST_STRINGS = 8_000_000

/** The texts that the cells of a workbook name by number: on the disk, with the parts used last in memory. */
export class SharedStrings {
  readonly #file: number
  #ends = new Uint32Array(1024)
  #count = 0
  #size = 0
  #waiting: Buffer[] = []
  #held = 0
  readonly #pages = new Map<number, Buffer>()

  /** Writes to the descriptor of an empty file. */
  constructor(file: number) {
    this.#file = file
  }

  add(text: string): void {
    if (this.#count === MOST_STRINGS) throw new SheetRefusal('文件内容过大，请拆分后再导入')
    if (this.#count === this.#ends.length) {
      const longer = new Uint32Array(this.#ends.length * 2)
      longer.set(this.#ends)
      this.#ends = longer
    }
    const bytes = Buffer.from(text)
    this.#waiting.push(bytes)
    this.#held += bytes.length
    this.#size += bytes.length
    this.#ends[this.#count++] = this.#size
    if (this.#held > PAGE) this.#flush()
  }

  /** A text by its number; undefined where there is none. */
  get(number: number): string | undefined {
    if (!(number >= 0 && number < this.#count)) return undefined
    if (this.#held > 0) this.#flush()
    const begin = number === 0 ? 0 : (this.#ends[number - 1] ?? 0)
    const end = this.#ends[number] ?? begin
    if (begin === end) return ''
    const page = Math.floor(begin / PAGE)
    if (page === Math.floor((end - 1) / PAGE))
      return this.#page(page).toString('utf8', begin - page * PAGE, end - page * PAGE)
    return this.#read(begin, end).toString('utf8')
  }

  #page(number: number): Buffer {
    const known = this.#pages.get(number)
    if (known !== undefined) return known
    const page = this.#read(number * PAGE, Math.min((number + 1) * PAGE, this.#size))
    const [oldest] = this.#pages.keys()
    if (this.#pages.size >= MOST_PAGES && oldest !== undefined) this.#pages.delete(oldest)
    this.#pages.set(number, page)
    return page
  }

  #read(begin: number, end: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(end - begin)
    for (let at = 0; at < bytes.length;) {
      const count = readSync(this.#file, bytes, at, bytes.length - at, begin + at)
      if (count === 0) throw new Error('a temporary file of an import became shorter')
      at += count
    }
    return bytes
  }

  #flush(): void {
    writeAll(this.#file, Buffer.concat(this.#waiting), this.#size - this.#held)
    this.#waiting = []
    this.#held = 0
  }
}
