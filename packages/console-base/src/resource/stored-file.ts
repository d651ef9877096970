import type { Field } from '@suoan/contract'
import { fileNameOf, pathsOf } from '@suoan/ui/stored-file'
import { requestFile } from '../request/client.ts'

/** Content of a stored file, for whoever may read the row that holds it. Throws a `RequestFailure`. */
export const loadFile = (path: string): Promise<Blob> =>
  requestFile({ method: 'GET', path: `/sys/common/static/${path}`, quiet: true })

/**
 * What people call a stored file: the name that came with its row (`stored` are the paths the row holds, `names` their
 * names in the same order), else what is known of it here.
 */
export function nameOfStored(path: string, stored: unknown, names: string | undefined): string {
  const given = names === undefined ? undefined : names.split(',')[pathsOf(stored).indexOf(path)]
  return given === undefined || given === path ? fileNameOf(path) : given
}

/** Files in a sentence: how many pictures, or their names. */
export function fileNamesOf({ accept }: Field, value: string): string {
  const paths = pathsOf(value)
  return accept === 'image' ? `${paths.length} 张图片` : paths.map(fileNameOf).join('、')
}
