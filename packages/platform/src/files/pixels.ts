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
