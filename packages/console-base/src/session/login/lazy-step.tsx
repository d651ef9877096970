import { createElement, lazy } from 'react'
import type { ComponentType } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { ChunkFailure, loadChunk } from '../../chunk/chunk-failure.ts'
import { chunkTexts } from '../../chunk/chunk-texts.ts'

/**
 * A page or step before the login whose code comes when it is first shown; when it cannot be had, a note offers to
 * reload. Like `lazyPart`, without the component library.
 */
export function lazyStep<P extends object>(
  id: string,
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const Shown = lazy(async () => ({ default: await loadChunk(id, load) }))
  return function Step(props: P) {
    return <ErrorBoundary FallbackComponent={Failed}>{createElement(Shown, props)}</ErrorBoundary>
  }
}

function Failed({ error }: { readonly error: unknown }) {
  if (!(error instanceof ChunkFailure)) throw error
  return (
    <div className="login-result" role="alert">
      <h2>{chunkTexts.title}</h2>
      <p className="login-note">{chunkTexts.say}</p>
      <button className="login-button" type="button" onClick={() => location.reload()}>
        刷新浏览器
      </button>
    </div>
  )
}
