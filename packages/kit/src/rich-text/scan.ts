/** What stands in a piece of HTML, in its order. Attribute names are in lower case, values without their references. */
export interface Seen {
  /** As it is written: references of characters are not read. */
  text(raw: string): void
  open(name: string, attributes: ReadonlyMap<string, string>, isClosed: boolean): void
  close(name: string): void
}

/** Elements whose contents are no HTML: everything up to their end belongs to them. */
const rawText: ReadonlySet<string> = new Set([
  'script',
  'style',
  'title',
  'textarea',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'noscript',
  'plaintext',
])

const name = /[a-z][^\s/>]*/iy
const gap = /[\s/]*/y
const attributeName = /[^\s/>][^\s/>=]*/y
const equals = /\s*=\s*/y
const bareValue = /[^\s>]*/y

/**
 * Reads HTML of any hand in one pass, in time that grows with its length alone. Comments, declarations, conditional
 * sections and elements of raw text are left out, with what they hold; a tag that never ends is none.
 */
export function scan(html: string, seen: Seen): void {
  let at = 0
  while (at < html.length) {
    const start = html.indexOf('<', at)
    if (start !== at) seen.text(html.slice(at, start === -1 ? html.length : start))
    if (start === -1) return
    at = readTag(html, start, seen)
  }
}

/** Reads what begins with `<`; gives where it goes on. */
function readTag(html: string, start: number, seen: Seen): number {
  const next = html[start + 1] ?? ''
  if (next === '!') return afterComment(html, start)
  if (next === '?') return after(html, '>', start)
  const isEnd = next === '/'
  const word = match(name, html, start + (isEnd ? 2 : 1))
  if (word === '') {
    // `</` before anything else begins a comment, too; a bare `<` is a character.
    if (isEnd) return after(html, '>', start)
    seen.text('<')
    return start + 1
  }
  const tag = word.toLowerCase()
  const from = start + (isEnd ? 2 : 1) + word.length
  if (isEnd) {
    const end = html.indexOf('>', from)
    if (end === -1) return html.length
    seen.close(tag)
    return end + 1
  }
  const attributes = new Map<string, string>()
  const end = readAttributes(html, from, attributes)
  if (end === -1) return html.length
  if (rawText.has(tag)) return afterRawText(html, tag, end)
  seen.open(tag, attributes, html[end - 2] === '/')
  return end
}

/** Gives where the tag ends, -1 when it never does. */
function readAttributes(html: string, from: number, attributes: Map<string, string>): number {
  let at = from
  for (;;) {
    at += match(gap, html, at).length
    if (at >= html.length) return -1
    if (html[at] === '>') return at + 1
    const word = match(attributeName, html, at)
    at += word.length
    const sign = match(equals, html, at)
    at += sign.length
    let value = ''
    if (sign !== '') {
      const quote = html[at] ?? ''
      if (quote === '"' || quote === "'") {
        const end = html.indexOf(quote, at + 1)
        if (end === -1) return -1
        value = html.slice(at + 1, end)
        at = end + 1
      } else {
        value = match(bareValue, html, at)
        at += value.length
      }
    }
    const key = word.toLowerCase()
    // Of two of one name, the first counts (HTML §13.2.5.33).
    if (!attributes.has(key)) attributes.set(key, withoutReferences(value))
  }
}

function afterComment(html: string, start: number): number {
  if (!html.startsWith('<!--', start)) return after(html, '>', start)
  // `<!-->` and `<!--->` are whole comments.
  if (html.startsWith('>', start + 4)) return start + 5
  return after(html, '-->', start + 3)
}

function afterRawText(html: string, tag: string, from: number): number {
  const end = new RegExp(String.raw`</${tag}(?=[\s/>])`, 'gi')
  end.lastIndex = from
  return end.exec(html) ? after(html, '>', end.lastIndex) : html.length
}

function after(html: string, sign: string, from: number): number {
  const at = html.indexOf(sign, from)
  return at === -1 ? html.length : at + sign.length
}

function match(pattern: RegExp, html: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(html)?.[0] ?? ''
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  colon: ':',
  sol: '/',
  lpar: '(',
  rpar: ')',
  tab: '\t',
  newline: '\n',
}

/** Other names stay as they are written: no address or style that is let through has one. */
function withoutReferences(value: string): string {
  return value.replaceAll(
    /&(?:#(\d{1,7});?|#x([\da-f]{1,6});?|([a-z]{2,8});)/gi,
    (whole: string, decimal?: string, hex?: string, word?: string) => {
      if (word !== undefined) return named[word.toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
    },
  )
}
