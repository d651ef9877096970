import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { OrError } from './OrError.tsx'

interface Props<T> {
  readonly query: UseQueryResult<T>
  /** Lines of the skeleton, so that the part is as high as what comes. */
  readonly rows?: number
  children(data: T): ReactNode
}

/** What a call answered; before that its shape, after a failure the way to try again. Old figures say how old they are. */
export function Answered<T>({ query, rows = 4, children }: Props<T>) {
  return (
    <OrError query={query}>
      {query.data === undefined ? (
        <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />
      ) : (
        children(query.data)
      )}
    </OrError>
  )
}
