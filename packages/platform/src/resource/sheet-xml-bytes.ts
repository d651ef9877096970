import { textXml } from './sheet-shared-texts.ts'

/** Bytes of a piece that is handed on. */
const PIECE = 128 * 1024
/** The most bytes that a UTF-16 unit becomes: `_x0001_`. */
const MOST_BYTES_OF_A_UNIT = 7
/** Bytes beside a text: its element, and the longest number. */
const AROUND = 64

const AMPERSAND = 0x26
const LESS = 0x3c
const GREATER = 0x3e
const UNDERSCORE = 0x5f
const LETTER_X = 0x78

/** What the first sign of a text makes `guardCell` look at it, as units: apostrophe, plus, minus, equals, at. */
const GUARDED = new Set([0x27, 0x2b, 0x2d, 0x3d, 0x40])

/**
 * XML of rows as UTF-8, written into pieces of 128 KiB. Millions of cells come by here: joining strings and encoding them
 * afterwards takes four times as long as writing each sign where it belongs.
 */
export class XmlBytes {
  #piece = Buffer.allocUnsafe(PIECE)
  #used = 0
  readonly #full: Buffer[] = []

  /** The pieces that are full, once each. */
  full(): Buffer[] {
    return this.#full.splice(0)
  }

  /** What is left in the last piece. */
  rest(): Buffer {
    return this.#piece.subarray(0, this.#used)
  }

  /** A piece of markup of ours: ASCII. */
  markup(text: string): this {
    this.#reserve(text.length)
    for (let at = 0; at < text.length; at++) this.#piece[this.#used++] = text.charCodeAt(at)
    return this
  }

  /** A whole number from 0. */
  count(value: number): this {
    this.#reserve(AROUND)
    let digits = 1
    for (let power = 10; power <= value; power *= 10) digits++
    let rest = value
    for (let at = this.#used + digits - 1; at >= this.#used; at--) {
      const next = Math.floor(rest / 10)
      this.#piece[at] = 0x30 + rest - next * 10
      rest = next
    }
    this.#used += digits
    return this
  }

  /** A text of a cell as its element (`textXml`). */
  text(text: string): this {
    this.#reserve(text.length * MOST_BYTES_OF_A_UNIT + AROUND)
    if (!this.#plainText(text)) this.#used += this.#piece.write(textXml(text), this.#used)
    return this
  }

  /** Writes a text whose element holds it as it is, while looking at it; false, and nothing written, for any other. */
  #plainText(text: string): boolean {
    const { length } = text
    if (length > 1_000 || GUARDED.has(text.charCodeAt(0))) return false
    if (text.charCodeAt(0) === 0x20 || text.charCodeAt(length - 1) === 0x20) return false
    const begun = this.#used
    this.markup('<t>')
    const piece = this.#piece
    let to = this.#used
    for (let at = 0; at < length; at++) {
      const unit = text.charCodeAt(at)
      if (
        unit < 0x20 ||
        unit > 0x7e ||
        unit === AMPERSAND ||
        unit === LESS ||
        unit === GREATER ||
        (unit === UNDERSCORE && text.charCodeAt(at + 1) === LETTER_X)
      ) {
        this.#used = begun
        return false
      }
      piece[to++] = unit
    }
    this.#used = to
    this.markup('</t>')
    return true
  }

  #reserve(bytes: number): void {
    if (this.#used + bytes <= this.#piece.length) return
    this.#full.push(this.rest())
    this.#piece = Buffer.allocUnsafe(Math.max(PIECE, bytes))
    this.#used = 0
  }
}
