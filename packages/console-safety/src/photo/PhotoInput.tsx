import { uploadBytes } from '@suoan/contract'
import { fileUrl, thumbUrl } from '@suoan/console-base/request/api-base.ts'
import { sendFile } from '@suoan/console-base/request/send-file.ts'
import { loadFile } from '@suoan/console-base/resource/stored-file.ts'
import { lazyInput } from '@suoan/console-base/resource/widgets/lazy-input.tsx'

interface Props {
  readonly value: string
  readonly id?: string
  /** What the photo is to show. */
  readonly 'aria-label'?: string
  onChange(path: string): void
  /** Why what the photo is for cannot be sent yet; null when it can. */
  onPending?(problem: string | null): void
}

const FileInput = lazyInput(() => import('@suoan/ui/file-input').then((module) => module.FileInput))

/** Takes a photo (or a picture file), sends it, and gives the stored path. */
export function PhotoInput({ value, id, onChange, onPending, 'aria-label': label = '照片' }: Props) {
  return (
    <div className="photo-input">
      <FileInput
        label={label}
        alt="现场照片"
        accept="image"
        most={1}
        maxBytes={uploadBytes}
        value={value}
        id={id}
        onChange={(path) => onChange(path ?? '')}
        upload={(file, options) => sendFile(file, { ...options, biz: 'work' })}
        urlOf={fileUrl}
        thumbOf={(path) => thumbUrl(path, 240)}
        load={loadFile}
        {...(onPending ? { onPending } : {})}
      />
    </div>
  )
}
