import { useEffect, useState } from 'react'

interface Picture {
  readonly state: 'loading' | 'shown' | 'failed'
  /** Width over height; null while it is not known. */
  readonly aspect: number | null
}
const waiting: Picture = { state: 'loading', aspect: null }

/** Loads a picture to know its shape. */
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
          ? { state: 'shown', aspect: image.naturalWidth / image.naturalHeight }
          : { state: 'failed', aspect: null },
      ),
    )
    image.addEventListener('error', () => tell({ state: 'failed', aspect: null }))
    image.src = src
    return () => {
      isGone = true
    }
  }, [src])
  if (src === undefined) return { state: 'shown', aspect: null }
  return loaded?.src === src ? loaded.picture : waiting
}
