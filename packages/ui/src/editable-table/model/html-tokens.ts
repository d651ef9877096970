/** A start or end tag, or the text between two tags as it is written. */
export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open' | 'close'; readonly name: string; readonly source: string }

/** Elements whose content is no markup; it belongs to no cell. */
const raw: readonly string[] = ['style', 'script', 'title', 'textarea', 'noscript']

/** What Excel writes for older programs only: a row that holds nothing but column widths. */
const misaligned = '<![if supportMisalignedColumns]>'

const behind = (html: string, sign: string, from: number): number => {
  const at = html.indexOf(sign, from)
  return at === -1 ? html.length : at + sign.length
}

/** The place of the tag's `>`; one inside a quoted attribute is none. -1 where the tag never ends. */
function endOfTag(html: string, from: number): number {
  for (let at = from; at < html.length; at++) {
    const sign = html[at]
    if (sign === '>') return at
    if (sign !== '=') continue
    while (/\s/.test(html.charAt(at + 1))) at += 1
    const quote = html.charAt(at + 1)
    if (quote !== '"' && quote !== "'") continue
    at = html.indexOf(quote, at + 2)
    if (at === -1) return -1
  }
  return -1
}

/**
 * HTML as tags and texts, read once from the front to the end. Comments, declarations, styles and scripts are left out.
 * A tag that never ends ends the reading, as in browsers.
 */
export function* htmlTokens(html: string): Generator<HtmlToken, void> {
  let at = 0
  while (at < html.length) {
    const next = html.indexOf('<', at)
    const upTo = next === -1 ? html.length : next
    if (upTo > at) yield { kind: 'text', text: html.slice(at, upTo) }
    if (next === -1) return
    const [, slash = '', letters = ''] =
      /^<(\/?)([A-Za-z][\w:-]{0,30})/.exec(html.slice(next, next + 33)) ?? []
    if (html.startsWith('<!--', next)) at = behind(html, '-->', next + 4)
    else if (html.startsWith(misaligned, next)) at = behind(html, '<![endif]>', next)
    else if (/[!?/]/.test(html.charAt(next + 1)) && letters === '') at = behind(html, '>', next)
    else if (letters === '') {
      yield { kind: 'text', text: '<' }
      at = next + 1
    } else {
      const end = endOfTag(html, next + 1)
      if (end === -1) return
      const name = letters.toLowerCase()
      yield { kind: slash === '' ? 'open' : 'close', name, source: html.slice(next, end + 1) }
      at = end + 1
      if (slash === '' && raw.includes(name)) {
        const close = new RegExp(`</${name}`, 'gi')
        close.lastIndex = at
        at = close.exec(html)?.index ?? html.length
      }
    }
  }
}
