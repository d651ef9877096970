import { SpillBuffer } from './spill-buffer.ts'

/** The longest body of one BIFF8 record; longer content goes on in CONTINUE records. */
const maxRecordBody = 8224

/** One BIFF record: type, length, body. */
export function record(type: number, body: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(type, 0)
  head.writeUInt16LE(body.length, 2)
  return Buffer.concat([head, body])
}

/** 16-bit little-endian numbers in a row, the alphabet of most records. */
export function words(...values: readonly number[]): Buffer {
  const body = Buffer.alloc(values.length * 2)
  values.forEach((value, index) => body.writeUInt16LE(value, index * 2))
  return body
}

/** A short name (tab, font): length byte, flag byte, UTF-16. */
export function shortText(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length, 1]), Buffer.from(text, 'utf16le')])
}

export const biff = {
  bof: 0x0809,
  eof: 0x000a,
  codepage: 0x0042,
  dateMode: 0x0022,
  window1: 0x003d,
  font: 0x0031,
  xf: 0x00e0,
  style: 0x0293,
  boundSheet: 0x0085,
  sst: 0x00fc,
  continue: 0x003c,
  dimensions: 0x0200,
  colInfo: 0x007d,
  labelSst: 0x00fd,
  number: 0x0203,
  window2: 0x023e,
} as const

/** Distinct texts remembered for sharing; past it every text is stored anew, which is only less compact. */
const maxRemembered = 50_000
const maxRememberedLength = 200

/** The shared string table: gives each text its number and keeps the bytes, cut into SST and CONTINUE records. */
export class SharedStrings implements AsyncDisposable {
  #indexOf = new Map<string, number>()
  #unique = 0
  #uses = 0
  /** Finished record bodies with their heads, after the first one, which waits for the counts. */
  #body = Buffer.allocUnsafe(maxRecordBody)
  #used = 8
  #records = new SpillBuffer()
  #first: Buffer | undefined

  /** The number of `text` in the table. */
  async add(text: string): Promise<number> {
    this.#uses++
    const known = this.#indexOf.get(text)
    if (known !== undefined) return known
    const index = this.#unique++
    if (this.#indexOf.size < maxRemembered && text.length <= maxRememberedLength)
      this.#indexOf.set(text, index)
    await this.#store(text)
    return index
  }

  /** The whole table as records. */
  async *records(): AsyncGenerator<Uint8Array> {
    if (this.#used > 0) await this.#flush()
    const first = this.#first ?? Buffer.alloc(8)
    first.writeUInt32LE(this.#uses, 0)
    first.writeUInt32LE(this.#unique, 4)
    yield record(biff.sst, first)
    yield* this.#records.read()
  }

  /** Bytes that `records` will give. */
  async size(): Promise<number> {
    if (this.#used > 0) await this.#flush()
    return 4 + (this.#first?.length ?? 8) + this.#records.size
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#records[Symbol.asyncDispose]()
  }

  async #store(text: string): Promise<void> {
    // oxlint-disable-next-line no-control-regex -- the one-byte form holds exactly these characters
    const isNarrow = /^[\u0000-\u00ff]*$/.test(text)
    const width = isNarrow ? 1 : 2
    const bytes = Buffer.from(text, isNarrow ? 'latin1' : 'utf16le')
    // Length, flag and the first character never stand in different records.
    if (maxRecordBody - this.#used < 3 + width) await this.#flush()
    this.#used = this.#body.writeUInt16LE(text.length, this.#used)
    this.#used = this.#body.writeUInt8(isNarrow ? 0 : 1, this.#used)
    for (let at = 0; at < bytes.length;) {
      if (maxRecordBody - this.#used < width) {
        await this.#flush()
        // A text that goes on in the next record says its width again.
        this.#used = this.#body.writeUInt8(isNarrow ? 0 : 1, this.#used)
      }
      const room = maxRecordBody - this.#used
      const count = Math.min(room - (room % width), bytes.length - at)
      bytes.copy(this.#body, this.#used, at, at + count)
      this.#used += count
      at += count
    }
  }

  async #flush(): Promise<void> {
    const body = Buffer.from(this.#body.subarray(0, this.#used))
    if (this.#first) await this.#records.append(record(biff.continue, body))
    else this.#first = body
    this.#used = 0
  }
}
