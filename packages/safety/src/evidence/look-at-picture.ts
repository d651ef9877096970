import type { PictureFact } from '@suoan/domain/evidence-chain'
import { mostPixels } from '@suoan/platform/files/thumbnail'

/** Pixels of the longer side of the copy in which contrast is measured: the stroke of a pen is still seen in it. */
const side = 512

/** Decodes a stored picture whole; null when it is none, is broken or is beyond `mostPixels`. */
export async function lookAtPicture(content: Buffer): Promise<PictureFact | null> {
  // Loaded for the first photo: the start does not pay its 28 MB.
  const { default: sharp } = await import('sharp')
  try {
    const input = sharp(content, { failOn: 'error', limitInputPixels: mostPixels })
    const { width, height } = await input.metadata()
    const grey = await input
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .greyscale()
      .raw()
      .toBuffer()
    let [darkest, lightest] = [255, 0]
    for (const each of grey) {
      if (each < darkest) darkest = each
      if (each > lightest) lightest = each
    }
    return { width, height, contrast: Math.max(0, lightest - darkest) }
  } catch (error) {
    // The decoder tells by plain errors alone that a file is no picture; that the file is there was seen before.
    if (error instanceof Error) return null
    throw error
  }
}
