import type { ThumbWidth } from '@suoan/contract'

/**
 * Where the API lives, e.g. `/jeecg-boot`. The server may rewrite the meta element of index.html (API_BASE).
 */
export function apiBase(): string {
  if (typeof document === 'undefined') return '/jeecg-boot'
  return document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content ?? '/jeecg-boot'
}

/** Where stored files come from: another host than the API where the server says so (STATIC_URL), e.g. `https://static.example.com`. */
function filesBase(): string {
  if (typeof document === 'undefined') return apiBase()
  const host = document.querySelector<HTMLMetaElement>('meta[name="static-base"]')?.content ?? ''
  return `${host}${apiBase()}`
}

/** Address of a stored file: absolute addresses stay as they are (4-api.md §6.2). */
export function fileUrl(stored: string): string {
  if (/^https?:\/\//.test(stored)) return stored
  const path = stored.split(',')[0] ?? ''
  // Error reports of an import come with the full path below the API base, uploads only with the stored part.
  return path.startsWith('/sys/common/static/')
    ? `${filesBase()}${path}`
    : `${filesBase()}/sys/common/static/${path.replace(/^\//, '')}`
}

/** Address of the small picture of a stored one; what is not stored here stays as it is. */
export function thumbUrl(stored: string, width: ThumbWidth): string {
  return /^https?:\/\//.test(stored) ? stored : `${fileUrl(stored)}?w=${width}`
}
