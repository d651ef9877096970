import { createHash, randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const width = 320
const height = 240

/**
 * A PNG of 320 × 240 that shows something: dark strokes on white, laid by `seed`. Each call without a seed draws another
 * picture, as every photo of a site is one of its own.
 */
export function picture(seed: string | Buffer = randomBytes(16)): Buffer {
  const digest = createHash('sha256').update(seed).digest()
  // One byte of filter (none) before each row of grey pixels.
  const rows = Buffer.alloc((width + 1) * height, 0xff)
  for (let y = 0; y < height; y++) rows[y * (width + 1)] = 0
  // Each byte of the digest is one stroke: eight columns of the field, as high as the byte says.
  digest.forEach((byte, index) => {
    for (let y = 16; y < 24 + (byte * 200) / 255; y++)
      rows.fill(0x11, y * (width + 1) + 5 + index * 9, y * (width + 1) + 9 + index * 9)
  })
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.writeUInt8(8, 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', size),
    // The digest whole: two bytes that differ by little may be strokes of one height.
    chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), Buffer.from(digest.toString('hex'))])),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
