import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly [red: number, green: number, blue: number]

/** A picture that is drawn without any library of the machine: the demo plant's plans and site photos. */
export interface Canvas {
  rect(x: number, y: number, width: number, height: number, colour: Colour): void
  /** Only its edge, `thick` pixels wide. */
  frame(x: number, y: number, width: number, height: number, thick: number, colour: Colour): void
  disc(x: number, y: number, radius: number, colour: Colour): void
  ring(x: number, y: number, radius: number, thick: number, colour: Colour): void
  /** The picture as PNG; `note` goes into it as a comment, so that two pictures of one look are two contents. */
  png(note: string): Buffer
}

export function createCanvas(width: number, height: number, ground: Colour): Canvas {
  const stride = width * 3 + 1
  const rows = Buffer.alloc(stride * height)
  const set = (x: number, y: number, colour: Colour): void => {
    if (x < 0 || y < 0 || x >= width || y >= height) return
    const at = y * stride + 1 + x * 3
    rows[at] = colour[0]
    rows[at + 1] = colour[1]
    rows[at + 2] = colour[2]
  }
  const rect: Canvas['rect'] = (x, y, w, h, colour) => {
    for (let row = Math.round(y); row < Math.round(y + h); row += 1)
      for (let column = Math.round(x); column < Math.round(x + w); column += 1) set(column, row, colour)
  }
  const between = (x: number, y: number, inner: number, outer: number, colour: Colour): void => {
    for (let row = Math.floor(y - outer); row <= y + outer; row += 1)
      for (let column = Math.floor(x - outer); column <= x + outer; column += 1) {
        const distance = Math.hypot(column - x, row - y)
        if (distance <= outer && distance >= inner) set(column, row, colour)
      }
  }
  rect(0, 0, width, height, ground)
  return {
    rect,
    frame(x, y, w, h, thick, colour) {
      rect(x, y, w, thick, colour)
      rect(x, y + h - thick, w, thick, colour)
      rect(x, y, thick, h, colour)
      rect(x + w - thick, y, thick, h, colour)
    },
    disc: (x, y, radius, colour) => between(x, y, 0, radius, colour),
    ring: (x, y, radius, thick, colour) => between(x, y, radius - thick, radius, colour),
    png(note) {
      const size = Buffer.alloc(13)
      size.writeUInt32BE(width, 0)
      size.writeUInt32BE(height, 4)
      // Eight bits of red, green and blue each.
      size.writeUInt8(8, 8)
      size.writeUInt8(2, 9)
      return Buffer.concat([
        Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
        chunk('IHDR', size),
        chunk('tEXt', Buffer.from(`Comment\0${note}`, 'latin1')),
        chunk('IDAT', deflateSync(rows, { level: 6 })),
        chunk('IEND', Buffer.alloc(0)),
      ])
    },
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
