import { Input } from 'antd'
import { Suspense } from 'react'
import type { ComponentType } from 'react'
import { lazyPart } from '../../chunk/lazy-part.tsx'

/** An input whose code comes when it is first drawn. The form hands its value to this wrapper, which passes it on. */
export function lazyInput<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Loaded = lazyPart('input', load)
  return function LazyInput(props: P) {
    return (
      <Suspense fallback={<Input disabled placeholder="加载中…" />}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
