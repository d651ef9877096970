import { useCallback, useEffect, type SyntheticEvent } from 'react'
import type { MenuPage } from '@suoan/console-base/session/menu-pages.ts'
import { preloadComponent } from '../views.ts'
import { pageAt } from './page-at.ts'

/** After the first page has been there so long, the code of the others is fetched, ms. */
const quietMs = 10_000
/** Between one page's code and the next, ms: what somebody asks for meanwhile does not wait behind it. */
const pauseMs = 1_500

/**
 * Brings the code of the menu's pages before somebody opens one: one after another while the browser has nothing to do, and at once
 * when the pointer or the focus comes to an entry of the menu. Where the browser is told to save data, the entry alone counts.
 * @returns what listens to pointer and focus around the menu
 */
export function usePagesAhead(pages: readonly MenuPage[]): (event: SyntheticEvent) => void {
  useEffect(() => {
    if (savesData()) return
    const waiting = pages.map(({ component }) => component)
    let cancel = later(quietMs, next)
    function next(): void {
      bringInputs()
      const component = waiting.shift()
      if (component === undefined) return
      if (preloadComponent(component)) cancel = later(pauseMs, next)
      else next()
    }
    return () => cancel()
  }, [pages])
  return useCallback(
    ({ target }) => {
      const id =
        target instanceof Element ? target.closest('[data-menu-id]')?.getAttribute('data-menu-id') : null
      // The component library puts a name of the menu before the key of the entry, which is a path.
      const path = id?.slice(id.indexOf('/'))
      const page = path?.startsWith('/') ? pageAt(pages, path) : undefined
      if (!page) return
      preloadComponent(page.component)
      bringInputs()
    },
    [pages],
  )
}

/** What is chosen by above most lists: a list with one of these would wait for its code, and that for the code of its tree. */
const inputs: readonly (() => Promise<unknown>)[] = [
  () => import('@suoan/console-base/resource/widgets/RefPicker.tsx'),
  () => import('@suoan/console-base/resource/widgets/TreePicker.tsx'),
  () => import('@suoan/ui/date-range'),
]
let isBrought = false

/** Begins to load their code, once; what cannot be had is told where it is shown. */
function bringInputs(): void {
  if (isBrought) return
  isBrought = true
  for (const load of inputs) load().catch(() => (isBrought = false))
}

/** Network Information API, where the browser has it. */
const savesData = (): boolean =>
  'connection' in navigator && Reflect.get(Object(navigator.connection), 'saveData') === true

/** Does something after a time, when the browser is idle; Safari does not tell. @returns gives it up */
function later(ms: number, doing: () => void): () => void {
  let idle: number | undefined
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) idle = requestIdleCallback(doing)
    else doing()
  }, ms)
  return () => {
    clearTimeout(timer)
    if (idle !== undefined) cancelIdleCallback(idle)
  }
}
