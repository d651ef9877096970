import { readSync } from 'node:fs'
import { Readable, type Transform } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { SheetRefusal, type SheetLimits } from './sheet-reading.ts'

const damaged = '文件已损坏，请重新保存为.xlsx后再导入'
const tooLarge = '文件解压后的内容过大，请拆分后再导入'
const CHUNK = 64 * 1024

interface Entry {
  readonly isPacked: boolean
  readonly start: number
  readonly size: number
}

/** The parts of an .xlsx archive on the disk, unpacked piece by piece. */
export class Archive {
  readonly #file: number
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(file: number, entries: ReadonlyMap<string, Entry>) {
    this.#file = file
    this.#entries = entries
  }

  /**
   * Opens an archive that may be opened: few enough entries and, after unpacking each of them once, few enough bytes.
   * Sizes that the archive claims are not believed, since a bomb lies. Throws `SheetRefusal` for any other.
   */
  static async open(file: number, bytes: number, limits: SheetLimits): Promise<Archive> {
    const entries = findEntries(file, bytes, limits)
    const archive = new Archive(file, entries)
    let total = 0
    for (const [name, { isPacked, size }] of entries) {
      const room = limits.unpackedBytes - total
      const most = Math.min(room, Math.max(1024 * 1024, size * limits.zipRatio))
      let unpacked = isPacked ? 0 : size
      if (isPacked)
        for await (const piece of archive.read(name)) {
          unpacked += piece.length
          if (unpacked > most) break
        }
      if (unpacked > most) throw new SheetRefusal(tooLarge)
      total += unpacked
    }
    return archive
  }

  /** Whether there is an entry of this name; upper case and lower case are the same, as spreadsheets hold it. */
  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase())
  }

  /** The bytes of an entry. Throws `SheetRefusal` where they cannot be unpacked or there is none. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name.toLowerCase())
    if (!entry) throw new SheetRefusal(damaged)
    const packed = Readable.from(pieces(this.#file, entry), { objectMode: false })
    if (!entry.isPacked) return yield* packed
    const inflate: Transform = createInflateRaw({ chunkSize: CHUNK })
    packed.once('error', (error) => inflate.destroy(error))
    try {
      for await (const piece of packed.pipe(inflate)) yield piece as Buffer
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (typeof code === 'string' && code.startsWith('Z_')) throw new SheetRefusal(damaged)
      throw error
    } finally {
      packed.destroy()
      inflate.destroy()
    }
  }
}

function* pieces(file: number, { start, size }: Entry): Generator<Buffer> {
  for (let at = 0; at < size; at += CHUNK) yield part(file, start + at, Math.min(CHUNK, size - at))
}

/** Some bytes of a file, fewer at its end. */
function part(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  let count = 0
  for (let more = 1; more > 0 && count < length; count += more)
    more = readSync(file, bytes, count, length - count, at + count)
  return bytes.subarray(0, count)
}

function findEntries(file: number, bytes: number, limits: SheetLimits): Map<string, Entry> {
  const directory = findDirectory(file, bytes)
  if (directory.count > limits.zipEntries)
    throw new SheetRefusal('文件包含的内容过多，请另存为新的.xlsx文件后再导入')
  const list = part(file, directory.offset, Math.min(directory.length, bytes - directory.offset))
  const entries = new Map<string, Entry>()
  let at = 0
  for (let index = 0; index < directory.count; index++) {
    if (at + 46 > list.length || list.readUInt32LE(at) !== 0x0201_4b50) throw new SheetRefusal(damaged)
    const method = list.readUInt16LE(at + 10)
    const size = list.readUInt32LE(at + 20)
    const nameLength = list.readUInt16LE(at + 28)
    const name = list.toString('utf8', at + 46, at + 46 + nameLength)
    const local = list.readUInt32LE(at + 42)
    at += 46 + nameLength + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32)
    const head = local + 30 > bytes ? undefined : part(file, local, 30)
    if (head === undefined || head.readUInt32LE(0) !== 0x0403_4b50) throw new SheetRefusal(damaged)
    const start = local + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
    if (start + size > bytes || (method !== 0 && method !== 8)) throw new SheetRefusal(damaged)
    entries.set(plainName(name), { isPacked: method === 8, start, size })
  }
  return entries
}

const plainName = (name: string): string => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()

function findDirectory(file: number, bytes: number): { count: number; offset: number; length: number } {
  const from = Math.max(0, bytes - 22 - 0xffff)
  const tail = part(file, from, bytes - from)
  for (let at = tail.length - 22; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== 0x0605_4b50) continue
    const count = tail.readUInt16LE(at + 10)
    const offset = tail.readUInt32LE(at + 16)
    // 0xffff and 0xffffffff announce the large form, which no import within our size has.
    if (count === 0xffff || offset > from + at) break
    return { count, offset, length: from + at - offset }
  }
  throw new SheetRefusal(damaged)
}
