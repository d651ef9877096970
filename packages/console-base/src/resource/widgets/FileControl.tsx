import { uploadBytes, type Field } from '@suoan/contract'
import { FileInput } from '@suoan/ui/file-input'
import { useState } from 'react'
import { fileUrl, thumbUrl } from '../../request/api-base.ts'
import { sendFile } from '../../request/send-file.ts'
import { useFieldJudge } from '../field-judge.ts'
import { loadFile, nameOfStored } from '../stored-file.ts'

interface Props {
  readonly field: Field
  readonly disabled: boolean
  /** Names of the files that the row holds, as they came with it (`_dictText`). */
  readonly names?: string | undefined
  readonly stored?: unknown
  readonly value?: string | null
  readonly onChange?: (value: string | undefined) => void
  readonly id?: string
}

/** The files of a field: how many and of what kind is the contract's. A form waits for what is still on its way. */
export function FileControl({ field, disabled, names, stored, value, onChange, id }: Props) {
  const [problem, setProblem] = useState<string | null>(null)
  useFieldJudge(() => problem)
  return (
    <FileInput
      label={field.label}
      accept={field.accept ?? 'any'}
      most={field.files ?? 1}
      maxBytes={uploadBytes}
      disabled={disabled}
      value={value}
      id={id}
      {...(onChange ? { onChange } : {})}
      upload={(file, options) => sendFile(file, options)}
      urlOf={fileUrl}
      thumbOf={(path) => thumbUrl(path, 240)}
      load={loadFile}
      nameOf={(path) => nameOfStored(path, stored, names)}
      onPending={setProblem}
    />
  )
}
