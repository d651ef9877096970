import type { Field } from '@suoan/contract'
import { StoredFiles } from '@suoan/ui/stored-files'
import { pathsOf } from '@suoan/ui/stored-file'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../chunk/lazy-part.tsx'
import { fileUrl, thumbUrl } from '../../request/api-base.ts'
import { loadFile, nameOfStored } from '../stored-file.ts'

const FilePreview = lazyPart('FilePreview', () => import('@suoan/ui/file-preview').then((m) => m.FilePreview))

interface Props {
  readonly field: Field
  /** What the row holds, and the names that came with it (`_dictText`). */
  readonly value: string
  readonly names?: string | undefined
}

/** Files in a list, a detail or a comparison: small pictures and names, opened in place by a press. */
export function FileCell({ field, value, names }: Props) {
  const [opened, setOpened] = useState<string | null>(null)
  const paths = pathsOf(value)
  const nameOf = (path: string) => nameOfStored(path, value, names)
  return (
    <>
      <StoredFiles
        paths={paths}
        label={field.label}
        nameOf={nameOf}
        urlOf={fileUrl}
        thumbOf={(path) => thumbUrl(path, 96)}
        onOpen={setOpened}
      />
      {opened !== null && (
        <Suspense fallback={null}>
          <FilePreview
            path={opened}
            among={paths}
            urlOf={fileUrl}
            load={loadFile}
            nameOf={nameOf}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  )
}
