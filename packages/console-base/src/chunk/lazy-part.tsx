import { createElement, lazy, useState } from 'react'
import type { ComponentType } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import type { FallbackProps } from 'react-error-boundary'
import { ChunkNote } from './ChunkNote.tsx'
import { ChunkPage } from './ChunkPage.tsx'
import { loadChunk } from './chunk-failure.ts'

/**
 * A dialog or another part of a page whose code comes when it is first shown. When the code cannot be had, a note
 * offers to try again or to reload; the page around it, and what was typed there, stays.
 * @param id what it is called in messages
 * @example const OpenDialog = lazyPart('OpenDialog', () => import('./OpenDialog.tsx').then((m) => m.OpenDialog))
 */
export function lazyPart<P extends object>(
  id: string,
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  return lazyWith(id, load, ChunkNote)
}

/** The same for a whole page or what fills one: the offer stands in its place. */
export function lazyView<P extends object>(
  id: string,
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  return lazyWith(id, load, ChunkPage)
}

function lazyWith<P extends object>(
  id: string,
  load: () => Promise<ComponentType<P>>,
  Failed: ComponentType<FallbackProps>,
): ComponentType<P> {
  const make = (): ComponentType<P> => lazy(async () => ({ default: await loadChunk(id, load) }))
  let current = make()
  return function Part(props: P) {
    const [Shown, setShown] = useState(() => current)
    return (
      <ErrorBoundary
        FallbackComponent={Failed}
        // A lazy component never forgets a failure: whoever shows the part next begins anew.
        onError={() => {
          current = make()
        }}
        onReset={() => setShown(() => current)}
      >
        {createElement(Shown, props)}
      </ErrorBoundary>
    )
  }
}
