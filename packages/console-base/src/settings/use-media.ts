import { useSyncExternalStore } from 'react'

/** Whether a media query holds now; follows it. @param query e.g. `(prefers-color-scheme: dark)` */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (notify) => {
      const list = matchMedia(query)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    () => matchMedia(query).matches,
  )
