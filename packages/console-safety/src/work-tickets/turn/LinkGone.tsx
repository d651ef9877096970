import { pieceText } from '@suoan/domain/work-ticket'
import { Alert } from 'antd'

/** Said to whoever follows a link to a step that does not wait for him (any more); below it stands whom it waits for now. */
export function LinkGone({ piece, onClose }: { piece: string | null; onClose(): void }) {
  if (piece === null) return null
  const text = pieceText(piece)
  return (
    <Alert
      className="gap-bottom"
      type="info"
      showIcon
      closable={{ onClose }}
      title={`${text === null ? '链接要办理的这一步' : `“${text}”`}现在不用您办理：可能已经办完，或者改由他人办理`}
    />
  )
}
