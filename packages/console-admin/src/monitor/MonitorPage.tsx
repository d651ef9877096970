import type { UseQueryResult } from '@tanstack/react-query'
import { Alert, Button, Divider } from 'antd'
import { wireTimeOf } from '@suoan/console-base/status/wire-time.ts'
import type { ReactNode } from 'react'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { failureText } from '@suoan/console-base/request/failure.ts'
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
  const at = updatedText(query.dataUpdatedAt)
  const again = (text: string) => (
    <Button
      type="link"
      size="small"
      style={{ paddingInline: 0 }}
      loading={query.isFetching}
      onClick={() => void query.refetch()}
    >
      {text}
    </Button>
  )
  return (
    <div className="card">
      {query.isError ? (
        <Alert
          type="warning"
          showIcon
          className="monitor-bar"
          title={`以下是${at}的数据，更新失败：${failureText(query.error)}`}
          action={again('重试')}
        />
      ) : (
        bar && (
          <Alert
            type="info"
            showIcon
            className="monitor-bar"
            title={
              <>
                {bar.text(data, at)}
                <Divider orientation="vertical" />
                {again(bar.again)}
              </>
            }
          />
        )
      )}
      {children(data)}
    </div>
  )
}

/** `2026年11月27日 15时40分02秒`, in the time of the plant, as lists and logs write it. */
function updatedText(at: number): string {
  const [date = '', time = ''] = wireTimeOf(at).split(' ')
  const [year, month, day] = date.split('-')
  const [hours, minutes, seconds] = time.split(':')
  return `${year}年${month}月${day}日 ${hours}时${minutes}分${seconds}秒`
}
