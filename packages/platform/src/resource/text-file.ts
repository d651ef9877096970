import { readSync } from 'node:fs'

const CHUNK = 128 * 1024
const marks: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xef, 0xbb, 0xbf], 'utf-8'],
]
/** Files of other kinds that may be written in signs only: a PDF, a letter in RTF. */
const otherKinds = ['%PDF-', '{\\rtf']

/**
 * The text of a file piece by piece: in the encoding that its first bytes name, else in UTF-8 or, where it is none, in
 * GB18030. Undefined for what is no text in either, and for a file of another kind that looks like one.
 */
export function textPieces(file: number): (() => Generator<string>) | undefined {
  const head = Buffer.alloc(5)
  const length = readSync(file, head, 0, head.length, 0)
  if (otherKinds.includes(head.toString('latin1', 0, length))) return undefined
  const marked = marks.find(([mark]) => mark.every((byte, at) => at < length && head[at] === byte))
  for (const encoding of marked ? [marked[1]] : ['utf-8', 'gb18030'])
    if (isTextIn(file, encoding)) return () => pieces(file, encoding)
  return undefined
}

function isTextIn(file: number, encoding: string): boolean {
  try {
    for (const piece of pieces(file, encoding)) if (piece.includes('\0')) return false
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Throws a `TypeError` where the bytes are no text. */
function* pieces(file: number, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const bytes = Buffer.allocUnsafe(CHUNK)
  for (let at = 0; ;) {
    const count = readSync(file, bytes, 0, CHUNK, at)
    if (count === 0) break
    at += count
    yield decoder.decode(bytes.subarray(0, count), { stream: true })
  }
  yield decoder.decode()
}
