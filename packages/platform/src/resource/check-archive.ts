import { inflateRawSync } from 'node:zlib'
import type { SheetLimits } from './sheet-reading.ts'

const damaged = '文件已损坏，请重新保存为.xlsx后再导入'
const tooLarge = '文件解压后的内容过大，请拆分后再导入'

/**
 * Looks whether an .xlsx archive is one that may be opened: few enough entries and, after unpacking each of them
 * once under a limit, few enough bytes. Sizes that the archive claims are not believed, since a bomb lies.
 * Gives the Chinese reason against it, or undefined.
 */
export function checkArchive(bytes: Buffer, limits: SheetLimits): string | undefined {
  const directory = findDirectory(bytes)
  if (!directory) return damaged
  if (directory.entries > limits.zipEntries) return '文件包含的内容过多，请另存为新的.xlsx文件后再导入'
  let at = directory.offset
  let total = 0
  for (let index = 0; index < directory.entries; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x0201_4b50) return damaged
    const method = bytes.readUInt16LE(at + 10)
    const packed = bytes.readUInt32LE(at + 20)
    const local = bytes.readUInt32LE(at + 42)
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== 0x0403_4b50) return damaged
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    if (start + packed > bytes.length) return damaged
    const room = limits.unpackedBytes - total
    const size =
      method === 0 ? packed : method === 8 ? unpackedSize(bytes.subarray(start, start + packed), room) : -1
    if (size < 0) return damaged
    if (size > room) return tooLarge
    if (size > 1024 * 1024 && size > packed * limits.zipRatio) return tooLarge
    total += size
  }
  return undefined
}

function findDirectory(bytes: Buffer): { entries: number; offset: number } | undefined {
  const least = Math.max(0, bytes.length - 22 - 0xffff)
  for (let at = bytes.length - 22; at >= least; at--) {
    if (bytes.readUInt32LE(at) !== 0x0605_4b50) continue
    const entries = bytes.readUInt16LE(at + 10)
    const offset = bytes.readUInt32LE(at + 16)
    // 0xffff and 0xffffffff announce the large form, which no import within our size has.
    return entries === 0xffff || offset === 0xffff_ffff ? undefined : { entries, offset }
  }
  return undefined
}

/** Bytes the entry unpacks to; one more than `room` when it is more than that; -1 when it cannot be unpacked. */
function unpackedSize(packed: Buffer, room: number): number {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, room) }).length
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ERR_BUFFER_TOO_LARGE') return room + 1
    if (typeof code === 'string' && code.startsWith('Z_')) return -1
    throw error
  }
}
