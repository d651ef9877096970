import type { UseQueryResult } from '@tanstack/react-query'
import { Alert, Button, Divider } from 'antd'
import type { ReactNode } from 'react'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { spokenTime } from '@suoan/console-base/status/spoken-time.ts'
import './monitor.css'

interface Props<T> {
  readonly query: UseQueryResult<T>
  /** Says in a bar how old the figures are, with a link that asks again. */
  readonly bar?: { readonly again: string; text(data: NoInfer<T>, at: string): string }
  children(data: T): ReactNode
}

/** 上次更新时间 and 立即更新, for pages whose figures do not renew themselves. */
export const updated = { again: '立即更新', text: (_: unknown, at: string) => `上次更新时间：${at}` }

/** The frame of every monitor page (5-screens.md §8): loading, failed, and old figures while new ones cannot be had. */
export function MonitorPage<T>({ query, bar, children }: Props<T>) {
  const { data } = query
  if (data === undefined)
    return query.isError ? (
      <div className="card">
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </div>
    ) : (
      <LoadingState rows={17} />
    )
  return (
    <div className="card">
      <KeptNote query={query} />
      {bar && !query.isError && (
        <Alert
          type="info"
          showIcon
          className="monitor-bar"
          title={
            <>
              {bar.text(data, spokenTime(query.dataUpdatedAt))}
              <Divider orientation="vertical" />
              <Button
                type="link"
                size="small"
                style={{ paddingInline: 0 }}
                loading={query.isFetching}
                onClick={() => void query.refetch()}
              >
                {bar.again}
              </Button>
            </>
          }
        />
      )}
      {children(data)}
    </div>
  )
}
