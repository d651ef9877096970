/** The stored paths of a field or a cell: one text joined by commas (4-api.md §6.1), or a list. */
export const pathsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : [])
    .map((path) => path.trim())
    .filter(Boolean)

/** Stored paths as a field holds them; undefined where there is none. */
export const joinPaths = (paths: readonly string[]): string | undefined =>
  paths.length === 0 ? undefined : paths.join(',')

/** Media types of the pictures that the store takes: named one by one, a telephone sends its own format as one of them. */
export const pictureTypes = 'image/png,image/jpeg,image/gif,image/webp'

const extensionOf = (path: string): string => /\.([a-z0-9]+)(?:$|\?)/i.exec(path)?.[1]?.toLowerCase() ?? ''

/** Whether a browser draws the file as a picture, by the extension that the store has given it. */
export const isPicture = (path: string): boolean =>
  ['png', 'jpg', 'jpeg', 'gif', 'webp'].includes(extensionOf(path))
export const isPdf = (path: string): boolean => extensionOf(path) === 'pdf'

const names = new Map<string, string>()

/** Notes the name a file had before it was stored: the stored one is random. */
export const noteFileName = (path: string, name: string): void => void names.set(path, name)
/** What people call a stored file: its own name where it is known here, else the end of the path. */
export const fileNameOf = (path: string): string => names.get(path) ?? path.split('/').at(-1) ?? path
