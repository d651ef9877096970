import { menuAddress } from '@suoan/domain/permission'

/** What the placeholders of an embedded address stand for. */
export interface FrameValues {
  readonly apiBase: string
  /** A ticket for this one address (`sessionEndpoints.ticket`); the token of the session stands in no address. */
  readonly ticket: string
  readonly tenantId: number
}

/** Whether a page of ours asks for somebody who is signed in; sites of others are never told who that is. */
export const wantsTicket = (url: string): boolean =>
  url.includes('${token}') && ['page', 'api'].includes(menuAddress(url, null).kind)

/**
 * The address behind a menu row of the frame kind (5-screens.md §2.2). Placeholders are filled from a fixed list:
 * nothing in the address is run, though the standard client evaluates what stands between `{{` and `}}`.
 * @returns null when it is no address of a page (`javascript:`, an unknown placeholder, a token for another site)
 */
export function frameAddress(url: string, { apiBase, ticket, tenantId }: FrameValues): string | null {
  if (menuAddress(url, null).kind === 'refused') return null
  return url
    .replace(/\{\{\s*window\._CONFIG\['domianURL'\]\s*\}\}/g, () => apiBase)
    .replaceAll('${token}', () => encodeURIComponent(ticket))
    .replaceAll('${tenantId}', String(tenantId))
    .trim()
}
