/**
 * How the picture of an address is shown. Anything may be written (2-data-entry.md §12), but only pictures of our own
 * server are drawn: `img-src 'self'` of the security headers keeps others from hearing who reads. Those are a link.
 * @param origin where the console itself stands, e.g. `https://suoan.example`
 */
export type PictureSource =
  | { readonly kind: 'own'; readonly src: string }
  | { readonly kind: 'foreign'; readonly href: string }
  | { readonly kind: 'unusable' }

export function pictureSource(address: string, origin: string): PictureSource {
  if (address.trim() === '' || !URL.canParse(address, origin)) return { kind: 'unusable' }
  const url = new URL(address, origin)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { kind: 'unusable' }
  return url.origin === origin ? { kind: 'own', src: url.href } : { kind: 'foreign', href: url.href }
}
