import { CheckCircleOutlined, EditOutlined, LoadingOutlined } from '@ant-design/icons'
import { useNow } from '@suoan/console-base/status/use-now.ts'
import { ageText } from '@suoan/console-base/status/wire-time.ts'

interface Props {
  readonly isDirty: boolean
  readonly saving: boolean
  /** Epoch ms of the last save on this screen. */
  readonly savedAt: number | null
  readonly isNew: boolean
}

/** Whether what stands on the screen is kept. */
export function SavedSign({ isDirty, saving, savedAt, isNew }: Props) {
  const now = useNow()
  return (
    <span className="saved-sign" role="status">
      {saving ? (
        <>
          <LoadingOutlined /> 正在保存
        </>
      ) : isDirty ? (
        <>
          <EditOutlined /> 有未保存的修改{isNew ? '' : '，将自动保存'}
        </>
      ) : savedAt ? (
        <>
          <CheckCircleOutlined /> {ageText(savedAt, Math.max(now, savedAt))}已保存
        </>
      ) : null}
    </span>
  )
}
