import { Alert, Button } from 'antd'
import { failureText } from '../request/failure.ts'
import { spokenTime } from '../status/spoken-time.ts'
import './states.css'

/** What is asked of a query, of one page or of many. */
export interface KeptQuery {
  readonly isError: boolean
  readonly isFetching: boolean
  readonly data: unknown
  readonly error: Error | null
  readonly dataUpdatedAt: number
  refetch(): Promise<unknown>
}

interface Props {
  /** Of several whose answers are shown together, the oldest is named. */
  readonly query: KeptQuery | readonly KeptQuery[]
  /** What is that old, where it does not stand below the note. */
  readonly of?: string
}

/**
 * Stands above what was loaded and could not be renewed: how old it is, why, and the way to try again. Nothing while it
 * is renewed, and nothing without anything kept: that is `ErrorState`.
 */
export function KeptNote({ query, of = '以下' }: Props) {
  const kept = [query].flat().filter(({ isError, data }) => isError && data !== undefined)
  const [oldest] = kept.toSorted((a, b) => a.dataUpdatedAt - b.dataUpdatedAt)
  if (!oldest) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="kept-note"
      title={`${of}是${spokenTime(oldest.dataUpdatedAt)}的数据，更新失败：${failureText(oldest.error)}`}
      action={
        <Button
          type="link"
          size="small"
          loading={kept.some(({ isFetching }) => isFetching)}
          onClick={() => kept.forEach((each) => void each.refetch())}
        >
          重试
        </Button>
      }
    />
  )
}
