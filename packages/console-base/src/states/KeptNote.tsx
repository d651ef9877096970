import type { UseQueryResult } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { failureText } from '../request/failure.ts'
import { spokenTime } from '../status/spoken-time.ts'
import './states.css'

/**
 * Stands above what was loaded and could not be renewed: how old it is, why, and the way to try again. Nothing while it
 * is renewed, and nothing without anything kept: that is `ErrorState`.
 */
export function KeptNote({ query }: { query: UseQueryResult }) {
  if (!query.isError || query.data === undefined) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="kept-note"
      title={`以下是${spokenTime(query.dataUpdatedAt)}的数据，更新失败：${failureText(query.error)}`}
      action={
        <Button type="link" size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
          重试
        </Button>
      }
    />
  )
}
