import { decodeInTurn } from './decoding.ts'

/** Width times height, of all frames, as the head of a picture says; null when it has none that a decoder can read. */
export async function pixelsOf(file: string): Promise<number | null> {
  // Loaded for the first picture: the start does not pay its 28 MB.
  const { default: sharp } = await import('sharp')
  try {
    const { width, height } = await sharp(file, { limitInputPixels: false, animated: true }).metadata()
    return width * height
  } catch (error) {
    // The decoder tells by plain errors alone that a file is no picture.
    if (error instanceof Error) return null
    throw error
  }
}

/**
 * Whether a picture of no more than `most` pixels can be decoded to its end. A photograph that was cut off has a good head
 * and a part of its rows, the rest of it grey.
 */
export function isWhole(file: string, most: number): Promise<boolean> {
  return decodeInTurn(async () => {
    const { default: sharp } = await import('sharp')
    try {
      // Small at once where the format can do that: the rows are read all the same, and few are kept.
      await sharp(file, { failOn: 'truncated', limitInputPixels: most, sequentialRead: true })
        .resize(16, 16, { fit: 'fill' })
        .raw()
        .toBuffer()
      return true
    } catch (error) {
      if (error instanceof Error) return false
      throw error
    }
  })
}
