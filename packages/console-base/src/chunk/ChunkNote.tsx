import { Button, Space } from 'antd'
import { useEffect } from 'react'
import type { FallbackProps } from 'react-error-boundary'
import { anyDirtyTab } from '../tabs/dirty-tabs.ts'
import { feedback } from '../feedback.ts'
import { ChunkFailure } from './chunk-failure.ts'
import { chunkTexts } from './chunk-texts.ts'

/** In place of a part that could not be fetched; any other error goes on to the page's own boundary. */
export function ChunkNote({ error, resetErrorBoundary }: FallbackProps) {
  if (!(error instanceof ChunkFailure)) throw error
  return <Note failure={error} onRetry={resetErrorBoundary} />
}

function Note({ failure, onRetry }: { failure: ChunkFailure; onRetry(): void }) {
  useEffect(() => {
    const { notification } = feedback()
    notification.error({
      key: 'chunk',
      title: chunkTexts.title,
      description: (
        <>
          {chunkTexts.say}
          {anyDirtyTab() && <strong> {chunkTexts.unsaved}</strong>}
          <div>
            <small>{failure.message}</small>
          </div>
        </>
      ),
      actions: (
        <Space>
          <Button onClick={() => location.reload()}>刷新浏览器</Button>
          <Button
            type="primary"
            onClick={() => {
              notification.destroy('chunk')
              onRetry()
            }}
          >
            重试
          </Button>
        </Space>
      ),
      duration: 0,
    })
  }, [failure, onRetry])
  return null
}
