/** What the placeholders of an embedded address stand for. */
export interface FrameValues {
  readonly apiBase: string
  readonly token: string | null
  readonly tenantId: number
}

/**
 * The address behind a menu row of the frame kind (5-screens.md §2.2). Placeholders are filled from a fixed list:
 * nothing in the address is run, though the standard client evaluates what stands between `{{` and `}}`.
 * @returns null when it is no address of a page (`javascript:`, an unknown placeholder)
 */
export function frameAddress(url: string, { apiBase, token, tenantId }: FrameValues): string | null {
  const address = url
    .replace(/\{\{\s*window\._CONFIG\['domianURL'\]\s*\}\}/g, () => apiBase)
    .replaceAll('${token}', () => encodeURIComponent(token ?? ''))
    .replaceAll('${tenantId}', String(tenantId))
    .trim()
  return /^(https?:\/\/[^/]|\/(?![/\\]))/i.test(address) && !address.includes('{{') ? address : null
}
