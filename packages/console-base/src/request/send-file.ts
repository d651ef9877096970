import { upload, type UploadInput } from './upload.ts'

interface SendFile extends Pick<UploadInput, 'onProgress' | 'signal'> {
  /** What it is for, one of the store's words; `temp` by default (2-data-entry.md §7). */
  readonly biz?: string
  /** What it is called, of a picture that was drawn; a chosen file has a name of its own. */
  readonly name?: string
  /** Form fields that the call sends beside the file. */
  readonly extra?: Readonly<Record<string, string>>
  /** Another call that stores files, and the property of its answer that holds the path. */
  readonly path?: string | undefined
  readonly responseName?: string | undefined
}

/**
 * Stores one file and gives its path, which comes as the message (4-api.md §6.1). The one way in which pages send files.
 * Throws a `RequestFailure`, of which only an ended session has been told.
 */
export async function sendFile(
  file: Blob,
  { biz = 'temp', name, extra = {}, ...sending }: SendFile = {},
): Promise<string> {
  const { path = '/sys/common/upload', responseName, onProgress, signal } = sending
  const form = new FormData()
  if (name === undefined) form.set('file', file)
  else form.set('file', file, name)
  form.set('biz', biz)
  for (const [key, value] of Object.entries(extra)) form.set(key, value)
  const answer = await upload<Readonly<Record<string, unknown>>>({
    path,
    form,
    quiet: true,
    ...(onProgress ? { onProgress } : {}),
    ...(signal ? { signal } : {}),
  })
  const named = responseName === undefined ? undefined : answer.result?.[responseName]
  return typeof named === 'string' ? named : answer.message
}
