import type { ByteRange } from './store/blob-store.ts'

/**
 * What a `Range` header asks of a content of `size` bytes: one part, `none` of it (416), or null where the header asks
 * for nothing that is given (several parts, another unit), so that the whole is sent (RFC 9110 §14.2).
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'none' | null {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!found || (found[1] === '' && found[2] === '')) return null
  const [first, last] = [found[1] ?? '', found[2] ?? '']
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { from: size - length, to: size - 1 }
  }
  const range = { from: Number(first), to: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
  if (last !== '' && Number(last) < Number(first)) return null
  return range.from >= size ? 'none' : range
}
