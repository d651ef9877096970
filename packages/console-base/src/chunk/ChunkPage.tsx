import { Button } from 'antd'
import type { FallbackProps } from 'react-error-boundary'
import { anyDirtyTab } from '../tabs/dirty-tabs.ts'
import { Notice } from '../states/Notice.tsx'
import { ChunkFailure } from './chunk-failure.ts'
import { chunkTexts } from './chunk-texts.ts'

/** In place of a page that could not be fetched; any other error goes on to the page's own boundary. */
export function ChunkPage({ error, resetErrorBoundary }: FallbackProps) {
  if (!(error instanceof ChunkFailure)) throw error
  return (
    <div className="card">
      <Notice
        kind="error"
        title={chunkTexts.title}
        text={
          <>
            {chunkTexts.say}
            {anyDirtyTab() && <strong> {chunkTexts.unsaved}</strong>}
            <br />
            <small>{error.message}</small>
          </>
        }
      >
        <Button type="primary" onClick={resetErrorBoundary}>
          重试
        </Button>
        <Button onClick={() => location.reload()}>刷新浏览器</Button>
      </Notice>
    </div>
  )
}
