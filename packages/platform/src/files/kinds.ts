/** What may be uploaded: by the first bytes of the content, never by the name alone (security.md V16). */
export interface FileKind {
  readonly mediaType: string
  readonly extensions: readonly string[]
  /** First bytes; null = whatever stands there. */
  readonly begins: readonly (readonly (number | null)[])[]
  /** Shown in a page; everything else is downloaded. SVG, HTML and XML are no kinds at all. */
  readonly inline?: boolean
}

/** A container that sound and films share; what it holds stands behind its length. */
const webp = [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]
const zip = [0x50, 0x4b, 0x03, 0x04]
const compound = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

export const fileKinds: readonly FileKind[] = [
  { mediaType: 'image/png', extensions: ['png'], begins: [[0x89, 0x50, 0x4e, 0x47]], inline: true },
  { mediaType: 'image/jpeg', extensions: ['jpg', 'jpeg'], begins: [[0xff, 0xd8, 0xff]], inline: true },
  { mediaType: 'image/gif', extensions: ['gif'], begins: [[0x47, 0x49, 0x46, 0x38]], inline: true },
  { mediaType: 'image/webp', extensions: ['webp'], begins: [webp], inline: true },
  { mediaType: 'application/pdf', extensions: ['pdf'], begins: [[0x25, 0x50, 0x44, 0x46]] },
  { mediaType: 'application/zip', extensions: ['zip', 'docx', 'xlsx', 'pptx'], begins: [zip] },
  { mediaType: 'application/octet-stream', extensions: ['doc', 'xls', 'ppt'], begins: [compound] },
  { mediaType: 'text/plain; charset=utf-8', extensions: ['txt', 'csv'], begins: [] },
]

/** The kind of a file, when its name and its content agree on one. */
export function kindOf(name: string, content: Buffer): { kind: FileKind; extension: string } | undefined {
  const extension = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const kind = fileKinds.find(({ extensions }) => extensions.includes(extension))
  if (!kind) return undefined
  const fits =
    kind.begins.length === 0
      ? !content.subarray(0, 4096).includes(0)
      : kind.begins.some((begin) => begin.every((byte, at) => byte === null || content[at] === byte))
  return fits ? { kind, extension } : undefined
}
