/**
 * What HTML of people may hold (security.md V18): a text, its structure, its links, its pictures, a few colours. No
 * scripts, forms, frames, classes, ids, positions; an address of a style or a picture loads nothing from elsewhere.
 */

/** Names that mean the same; the first of HTML 5 is kept. */
export const sameAs: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  ins: 'u',
  del: 's',
  strike: 's',
  h5: 'h4',
  h6: 'h4',
  font: 'span',
  mark: 'span',
  tfoot: 'tbody',
}

export const inline: ReadonlySet<string> = new Set([
  'strong',
  'em',
  'u',
  's',
  'code',
  'sub',
  'sup',
  'a',
  'span',
])

/** Hold inline content only: whatever begins a block ends them. */
export const paragraphs: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'pre'])

export const lists: ReadonlySet<string> = new Set(['ul', 'ol'])
export const tableParts: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tr'])
export const cells: ReadonlySet<string> = new Set(['td', 'th'])

/** Only divide what they hold; that stays, as paragraphs. */
export const dividers: ReadonlySet<string> = new Set([
  'div',
  'section',
  'article',
  'aside',
  'header',
  'footer',
  'main',
  'nav',
  'center',
  'address',
  'figure',
  'figcaption',
  'dl',
  'dt',
  'dd',
  'fieldset',
  'legend',
  'details',
  'summary',
  'form',
  'caption',
])

/** Go with what they hold; raw text (`script`, `style` and the like) is never read at all. */
export const dropped: ReadonlySet<string> = new Set([
  'svg',
  'math',
  'template',
  'object',
  'applet',
  'audio',
  'video',
  'canvas',
  'select',
  'datalist',
  'xml',
  'frameset',
])

/** Deeper ones are left out, what they hold stays: browsers keep no more than 512, and nobody reads them. */
export const mostDeep = 64

const aligned: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'td', 'th'])
const alignments: ReadonlySet<string> = new Set(['left', 'center', 'right', 'justify'])

/** Attributes as they are written, without those that are not let through. */
export function attributesOf(tag: string, given: ReadonlyMap<string, string>): readonly [string, string][] {
  const style = styleOf(tag, given)
  const kept: [string, string][] = style === '' ? [] : [['style', style]]
  if (cells.has(tag)) {
    for (const name of ['colspan', 'rowspan']) {
      const count = wholeOf(given.get(name), 100)
      if (count > 1) kept.push([name, String(count)])
    }
  }
  const start = tag === 'ol' ? wholeOf(given.get('start'), 9999) : 0
  if (start > 1) kept.push(['start', String(start)])
  return kept
}

/** An address that a link may lead to: of the schemes below or a path of this site. Null for every other. */
export function linkOf(given: string | undefined): string | null {
  // Browsers pass over these in a scheme.
  // oxlint-disable-next-line no-control-regex
  const address = (given ?? '').replaceAll(/[\u0000-\u0020\u007F-\u00A0]/g, '')
  return /^(?:https?:\/\/|mailto:|tel:)[^/\\]|^\/(?![/\\])/i.test(address) ? address : null
}

/** Width of a picture in CSS pixels, 0 for none. */
export const widthOf = (given: ReadonlyMap<string, string>): number => wholeOf(given.get('width'), 4000)

function wholeOf(given: string | undefined, most: number): number {
  const number = /^\s*(\d{1,5})(?:px)?\s*$/.exec(given ?? '')?.[1]
  return number === undefined ? 0 : Math.min(Number(number), most)
}

/** Properties of a `style` by their names, in lower case. */
export function stylesOf(given: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    (given.get('style') ?? '').split(';').map((part): [string, string] => {
      const [name = '', ...value] = part.split(':')
      return [name.trim().toLowerCase(), value.join(':').trim().toLowerCase()]
    }),
  )
}

function styleOf(tag: string, given: ReadonlyMap<string, string>): string {
  const asked = stylesOf(given)
  const kept: string[] = []
  if (aligned.has(tag)) {
    const align = asked.get('text-align') ?? given.get('align')?.toLowerCase() ?? ''
    if (alignments.has(align) && align !== 'left') kept.push(`text-align: ${align}`)
  }
  if (tag === 'span') {
    const color = colorOf(asked.get('color') ?? given.get('color')?.toLowerCase())
    const ground = colorOf(asked.get('background-color') ?? asked.get('background'))
    if (color !== null) kept.push(`color: ${color}`)
    if (ground !== null) kept.push(`background-color: ${ground}`)
  }
  return kept.join('; ')
}

/** `#rrggbb`, of three or six digits, of `rgb()` with or without its alpha, or of a name; null for anything else. */
export function colorOf(given: string | undefined): string | null {
  if (given === undefined) return null
  if (/^#[\da-f]{6}$/.test(given)) return given
  const short = /^#([\da-f])([\da-f])([\da-f])$/.exec(given)
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit.repeat(2))
      .join('')}`
  const parts = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*([\d.]{1,6})\s*)?\)$/.exec(
    given,
  )
  if (parts) {
    // A colour that cannot be seen hides words.
    if (parts[4] !== undefined && Number(parts[4]) < 0.5) return null
    const digits = parts.slice(1, 4).map((part) => Math.min(Number(part), 255).toString(16).padStart(2, '0'))
    return `#${digits.join('')}`
  }
  return colors[given] ?? null
}

const colors: Readonly<Record<string, string>> = {
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  yellow: '#ffff00',
  orange: '#ffa500',
  purple: '#800080',
  gray: '#808080',
  grey: '#808080',
  cyan: '#00ffff',
  lime: '#00ff00',
  magenta: '#ff00ff',
}
