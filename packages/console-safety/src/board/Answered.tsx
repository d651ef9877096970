import { Alert, Button, Skeleton } from 'antd'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { wireTimeOf } from '@suoan/console-base/status/wire-time.ts'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'

interface Props<T> {
  readonly query: UseQueryResult<T>
  /** Lines of the skeleton, so that the part is as high as what comes. */
  readonly rows?: number
  children(data: T): ReactNode
}

/** What a call answered; before that its shape, after a failure the way to try again. Old figures say how old they are. */
export function Answered<T>({ query, rows = 4, children }: Props<T>) {
  if (query.data === undefined)
    return query.isError ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />
    )
  return (
    <>
      {query.isError && (
        <Alert
          className="board-old"
          type="warning"
          showIcon
          title={`刷新失败，以下是 ${wireTimeOf(query.dataUpdatedAt).slice(11)} 的数据`}
          action={
            <Button size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
              重试
            </Button>
          }
        />
      )}
      {children(query.data)}
    </>
  )
}
