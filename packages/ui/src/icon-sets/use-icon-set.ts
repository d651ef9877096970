import { useEffect, useState } from 'react'
import type { IconSet } from './icon-set.ts'
import type { IconTab } from './icon-names.ts'
import { loadIconSet } from './load-icon-set.ts'

/** The icons of a tab: null until they are there, `failed` when they cannot be had. */
export function useIconSet(tab: IconTab | null): IconSet | 'failed' | null {
  const [shown, setShown] = useState<{ readonly tab: IconTab; readonly icons: IconSet | 'failed' } | null>(
    null,
  )
  useEffect(() => {
    if (tab === null) return undefined
    let isAsked = true
    const show = (icons: IconSet | 'failed') => {
      if (isAsked) setShown({ tab, icons })
    }
    loadIconSet(tab).then(show, () => show('failed'))
    return () => {
      isAsked = false
    }
  }, [tab])
  return shown?.tab === tab ? shown.icons : null
}
