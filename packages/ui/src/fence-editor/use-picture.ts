import { useEffect, useState } from 'react'
import { isDrawing } from './model/is-drawing.ts'

interface Picture {
  readonly state: 'loading' | 'shown' | 'failed'
  /** Width over height; null while it is not known. */
  readonly aspect: number | null
  /** A drawing on light paper; false for a photograph, and where the pixels of a picture from elsewhere may not be read. */
  readonly isDrawing: boolean
}
const unknown = { aspect: null, isDrawing: false } as const
const waiting: Picture = { state: 'loading', ...unknown }

/** Loads a picture to know its shape, and what kind of picture it is. */
export function usePicture(src: string | undefined): Picture {
  const [loaded, setLoaded] = useState<{ readonly src: string; readonly picture: Picture } | null>(null)
  useEffect(() => {
    if (src === undefined) return
    let isGone = false
    const image = new Image()
    const tell = (picture: Picture) => !isGone && setLoaded({ src, picture })
    image.addEventListener('load', () =>
      tell(
        image.naturalHeight > 0
          ? {
              state: 'shown',
              aspect: image.naturalWidth / image.naturalHeight,
              isDrawing: isDrawing(pixelsOf(image)),
            }
          : { state: 'failed', ...unknown },
      ),
    )
    image.addEventListener('error', () => tell({ state: 'failed', ...unknown }))
    image.src = src
    return () => {
      isGone = true
    }
  }, [src])
  if (src === undefined) return { state: 'shown', ...unknown }
  return loaded?.src === src ? loaded.picture : waiting
}

/** The picture in so few pixels that they are counted at once; none where it comes from elsewhere. */
function pixelsOf(image: HTMLImageElement): ArrayLike<number> {
  const sheet = document.createElement('canvas')
  sheet.width = 60
  sheet.height = 40
  const pen = sheet.getContext('2d', { willReadFrequently: true })
  if (!pen) return []
  pen.drawImage(image, 0, 0, sheet.width, sheet.height)
  try {
    return pen.getImageData(0, 0, sheet.width, sheet.height).data
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError') return []
    throw error
  }
}
