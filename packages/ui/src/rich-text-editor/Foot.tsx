import { Button, Progress } from 'antd'
import type { PendingFile } from '../send-queue/index.ts'

interface Props {
  readonly html: string
  readonly limit: number | undefined
  readonly pending: readonly PendingFile[]
  readonly note: string
  onRetry(id: number): void
  onCancel(id: number): void
}

/** Below the text: pictures on their way, what could not be taken over, how much is written. */
export function Foot({ html, limit, pending, note, onRetry, onCancel }: Props) {
  const words = html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&[#\w]+;/g, ' ')
    .replaceAll(/\s/g, '')
  const isOver = limit !== undefined && html.length > limit
  return (
    <div className="rich-text-foot">
      {pending.map(({ id, name, status, percent, problem }) => (
        <div key={id} className="rich-text-pending">
          <span>{name}</span>
          {status === 'failed' ? (
            <>
              <span role="alert">上传失败：{problem}</span>
              <Button size="small" onClick={() => onRetry(id)}>
                重试
              </Button>
            </>
          ) : (
            <Progress percent={percent} size="small" aria-label={`${name} 的上传进度`} />
          )}
          <Button size="small" type="text" aria-label={`移除 ${name}`} onClick={() => onCancel(id)}>
            移除
          </Button>
        </div>
      ))}
      {note !== '' && (
        <p className="rich-text-note" role="status">
          {note}
        </p>
      )}
      <p className={isOver ? 'rich-text-count rich-text-over' : 'rich-text-count'}>
        {[...words].length} 字
        {limit !== undefined && ` · 含格式 ${html.length} / ${limit}${isOver ? '，超出上限，请删减' : ''}`}
      </p>
    </div>
  )
}
