/** Where a menu row leads: a page of ours, a page of our API, a site of others by its origin; or why it may not be kept. */
export type MenuAddress =
  | { readonly kind: 'page' | 'api' }
  | { readonly kind: 'foreign'; readonly origin: string }
  | { readonly kind: 'refused'; readonly reason: 'script' | 'form' | 'token' | 'origin' }

const apiBase = /^\{\{\s*window\._CONFIG\['domianURL'\]\s*\}\}(?=\/)/
// Browsers leave control characters out and read a backslash as a slash: what is judged must be what is opened.
// eslint-disable-next-line no-control-regex -- these are the characters meant
const hidden = /[\u0000-\u0020\u007f\\]/

/**
 * Judges the address of a menu row (4-api.md §3.7, security.md V9): only pages of this server and, by `origins`, sites
 * that the configuration names. `${token}` never stands in an address of others. Nothing in an address is run, though
 * clients of the specification evaluate what stands between `{{` and `}}`: only the base of the API may.
 * @param origins null on a client, where the server has judged them
 */
export function menuAddress(url: string, origins: readonly string[] | null): MenuAddress {
  const text = url.trim()
  const rest = text.replace(apiBase, '')
  if (rest.includes('{{') || rest.includes('}}')) return { kind: 'refused', reason: 'script' }
  if (hidden.test(rest)) return { kind: 'refused', reason: 'form' }
  if (rest !== text) return { kind: 'api' }
  if (/^\/(?!\/)/.test(text)) return { kind: 'page' }
  const site =
    /^https?:\/\//i.test(text) && URL.canParse(text.replaceAll('${', ''))
      ? new URL(text.replaceAll('${', ''))
      : null
  if (site === null || site.username !== '' || site.password !== '')
    return { kind: 'refused', reason: 'form' }
  if (/\$\{\s*token\s*\}/.test(text)) return { kind: 'refused', reason: 'token' }
  if (origins !== null && !origins.includes(site.origin)) return { kind: 'refused', reason: 'origin' }
  return { kind: 'foreign', origin: site.origin }
}

/** The component of a row that is a sub-application: its address is a manifest (decision 0814). */
export const microAppComponent = 'layouts/MicroAppView'
