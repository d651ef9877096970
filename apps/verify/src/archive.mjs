import { crc32, inflateRawSync } from 'node:zlib'

const MOST_FILES = 2000
const MOST_BYTES = 512 * 2 ** 20

/**
 * The files of a ZIP archive by name. Nothing is written to a disk. An archive that lies is refused: names that leave
 * the folder or stand twice, sizes that are not true, more than 2000 files or 512 MB, encryption, unknown methods.
 */
export function readArchive(bytes) {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end < 0 || end + 22 > bytes.length) throw new Error('文件不是 ZIP 格式，或没有下载完整')
  const count = bytes.readUInt16LE(end + 10)
  if (count > MOST_FILES) throw new Error(`文件过多（${count}）`)
  const files = new Map()
  let at = bytes.readUInt32LE(end + 16)
  let total = 0
  for (let each = 0; each < count; each += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw new Error('目录损坏')
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const entry = {
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      plain: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    }
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    if (!/^[\w.-]+(?:\/[\w.-]+)*$/.test(name) || name.split('/').some((part) => /^\.+$/.test(part)))
      throw new Error(`文件名不安全：${JSON.stringify(name)}`)
    if (files.has(name)) throw new Error(`文件重复：${name}`)
    total += entry.plain
    if (total > MOST_BYTES) throw new Error('解压后超过 512 MB')
    files.set(name, contentOf(bytes, name, entry))
  }
  return files
}

function contentOf(bytes, name, { flags, method, crc, packed, plain, offset }) {
  if ((flags & 1) !== 0) throw new Error(`文件已加密：${name}`)
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== 0x04034b50)
    throw new Error(`条目损坏：${name}`)
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (start + packed > bytes.length) throw new Error(`条目大小不实：${name}`)
  const raw = bytes.subarray(start, start + packed)
  const content = method === 0 ? raw : method === 8 ? inflated(raw, plain, name) : null
  if (content === null) throw new Error(`不支持的压缩方式：${name}`)
  if (content.length !== plain) throw new Error(`条目大小不实：${name}`)
  if (crc32(content) !== crc) throw new Error(`条目校验码不符：${name}`)
  return content
}

function inflated(raw, plain, name) {
  try {
    return inflateRawSync(raw, { maxOutputLength: Math.max(plain, 1) })
  } catch {
    throw new Error(`条目大小不实或损坏：${name}`)
  }
}
