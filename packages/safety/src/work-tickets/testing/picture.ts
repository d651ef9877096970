import { createHash, randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

interface Drawing {
  /** The same seed draws the same picture. */
  readonly seed?: string
  /** Pixels. */
  readonly width?: number
  readonly height?: number
  /** Nothing is drawn: a white field. */
  readonly isBlank?: boolean
}

/**
 * A PNG that shows something: dark strokes on white, laid by `seed`. Each call without a seed draws another picture, as
 * every photo of a site is one of its own.
 */
export function picture(drawing: Drawing = {}): Buffer {
  const { seed = randomBytes(16), width = 320, height = 240, isBlank = false } = drawing
  const digest = createHash('sha256').update(seed).digest()
  // One byte of filter (none) before each row of grey pixels.
  const rows = Buffer.alloc((width + 1) * height, 0xff)
  const stroke = width / digest.length
  for (let y = 0; y < height; y++) {
    const row = y * (width + 1)
    rows[row] = 0
    if (isBlank) continue
    // Each byte of the digest is one stroke, as high as the byte says.
    for (const [index, byte] of digest.entries())
      if (y < (height * (byte + 32)) / 288) {
        const from = row + 1 + Math.floor(index * stroke)
        rows.fill(0x11, from, from + Math.max(1, Math.floor(stroke / 2)))
      }
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.writeUInt8(8, 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', size),
    // Two bytes that differ by little may be strokes of one height; here the digest stands whole.
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
