import { Button } from 'antd'
import { failureText } from '../../request/failure.ts'
import { Notice } from './Notice.tsx'

/** A part of a page that could not be loaded, with the way to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry(): void }) {
  return (
    <Notice kind="warning" title="加载失败" text={failureText(error)}>
      <Button type="primary" onClick={onRetry}>
        重试
      </Button>
    </Notice>
  )
}
