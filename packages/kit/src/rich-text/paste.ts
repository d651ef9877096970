import { cleanRichText, type PictureOf } from './clean.ts'
import { groundColors, nearestColor, textColors } from './palette.ts'
import { colorOf, stylesOf } from './rule.ts'
import { scan, type Seen } from './scan.ts'

/** What a paste brings: the text, and which of its pictures could not come along in it. */
export interface Pasted {
  readonly html: string
  /** Pictures on the disk of who pastes: a page cannot read them. */
  readonly localPictures: number
  /** Pictures of other sites, which became links. */
  readonly foreignPictures: number
  /** Pictures that came as part of the text (`data:image/…`), to be stored first. */
  readonly ownPictures: readonly string[]
}

/**
 * HTML of another program as an editor takes it: what Word, WPS and web pages say by styles is said by tags (bold, lists),
 * colours become those of the palette, and the rest is cleaned by the rule. Time grows with the length alone.
 */
export function cleanPasted(html: string, pictureOf: PictureOf): Pasted {
  const reader = new PasteReader()
  scan(bodyOf(html), reader)
  reader.end()
  const pictures = reader.pictures
  return {
    html: cleanRichText(reader.parts.join(''), pictureOf).trim(),
    localPictures: pictures.filter((address) => /^(?:file:|[a-z]:[/\\])/i.test(address)).length,
    foreignPictures: pictures.filter((address) => /^https?:/i.test(address) && pictureOf(address) === null)
      .length,
    ownPictures: pictures.filter((address) =>
      /^data:image\/(?:png|jpe?g|gif|webp|bmp);base64,/i.test(address),
    ),
  }
}

/** What was copied stands between two marks; around them is the page it was copied from. */
function bodyOf(html: string): string {
  const [start, end] = [html.indexOf('<!--StartFragment'), html.lastIndexOf('<!--EndFragment')]
  return start !== -1 && end > start ? html.slice(start, end) : html
}

interface Item {
  readonly level: number
  /** Signs before the words of the item: `·`, `1.`; they say which kind of list it is. */
  marker: string
  isBegun: boolean
}

/** Reads the habits of other programs and writes plain tags, which the rule cleans afterwards. */
class PasteReader implements Seen {
  readonly parts: string[] = []
  readonly pictures: string[] = []
  /** Ends of the open tags: what was opened for one of them is closed with it. */
  readonly #ends: { readonly name: string; readonly end: string; readonly isMarker: boolean }[] = []
  /** Lists made of paragraphs, outermost first. */
  readonly #lists: string[] = []
  #item: Item | null = null
  #markerDepth = 0

  end(): void {
    this.#endItem()
    this.#endLists(0)
  }

  text(raw: string): void {
    if (this.#markerDepth > 0 && this.#item) this.#item.marker += raw
    else {
      if (raw.trim() !== '') this.#beginItem()
      this.parts.push(raw)
    }
  }

  open(name: string, attributes: ReadonlyMap<string, string>, isClosed: boolean): void {
    const styles = stylesOf(attributes)
    const level = Number(/\blevel(\d)\b/.exec(styles.get('mso-list') ?? '')?.[1] ?? 0)
    if (name === 'p' && level > 0) {
      this.#endItem()
      this.#item = { level, marker: '', isBegun: false }
      this.#push(name, '', false)
      return
    }
    if (this.#markerDepth === 0 && blocks.has(name)) this.#endAll()
    if (name === 'img') {
      const address = (attributes.get('src') ?? '').trim()
      if (address !== '') this.pictures.push(address)
    }
    const isMarker = styles.get('mso-list') === 'ignore'
    if (isMarker) this.#markerDepth += 1
    else if (this.#markerDepth === 0) {
      if (name === 'img' || name === 'br') this.#beginItem()
      this.#write(name, attributes, styles, isClosed)
      return
    }
    if (!isClosed && !voids.has(name)) this.#push(name, '', isMarker)
  }

  close(name: string): void {
    const at = this.#ends.findLastIndex((open) => open.name === name)
    if (at === -1) return
    for (const { end, isMarker } of this.#ends.splice(at).toReversed()) {
      if (isMarker) this.#markerDepth -= 1
      this.parts.push(end)
    }
    if (name === 'p' && this.#item) this.#endItem()
  }

  #write(
    name: string,
    attributes: ReadonlyMap<string, string>,
    styles: ReadonlyMap<string, string>,
    isClosed: boolean,
  ): void {
    // Google's documents stand in a `b` that is not bold.
    const isBold = /^(?:bold|bolder|[6-9]00)$/.test(styles.get('font-weight') ?? '')
    const own = name === 'b' && /^(?:normal|[1-5]00)$/.test(styles.get('font-weight') ?? '') ? 'span' : name
    const said = [
      ...(isBold && own !== 'b' && own !== 'strong' && !/^h[1-6]$/.test(own) ? ['strong'] : []),
      ...(styles.get('font-style') === 'italic' && own !== 'i' && own !== 'em' ? ['em'] : []),
      ...decorationsOf(styles).filter((tag) => tag !== own),
    ]
    const kept = [...attributes].filter(([key]) => key !== 'style' && key !== 'color')
    const style = [colorsOf(attributes, styles), alignOf(styles)].filter((part) => part !== '').join(';')
    this.parts.push(
      `<${own}${kept.map(([key, value]) => ` ${key}="${quoted(value)}"`).join('')}${style === '' ? '' : ` style="${style}"`}>`,
    )
    if (isClosed || voids.has(name)) return
    this.parts.push(...said.map((tag) => `<${tag}>`))
    this.#push(
      name,
      `${said
        .toReversed()
        .map((tag) => `</${tag}>`)
        .join('')}</${own}>`,
      false,
    )
  }

  #push(name: string, end: string, isMarker: boolean): void {
    this.#ends.push({ name, end, isMarker })
    // What is deeper is nothing that a person wrote; its ends are left to the rule.
    if (this.#ends.length > mostOpen) this.#ends.shift()
  }

  /** The first words of an item: by now its marker is known. */
  #beginItem(): void {
    const item = this.#item
    if (!item || item.isBegun) return
    item.isBegun = true
    const kind = /^[\s(（]*(?:\d{1,3}|[a-z]{1,4}|[一二三四五六七八九十]{1,3})[.、)）．]/i.test(
      item.marker.replaceAll('&nbsp;', ' '),
    )
      ? 'ol'
      : 'ul'
    this.#endLists(item.level)
    if (this.#lists[item.level - 1] !== undefined && this.#lists[item.level - 1] !== kind)
      this.#endLists(item.level - 1)
    while (this.#lists.length < item.level) {
      this.#lists.push(kind)
      this.parts.push(`<${kind}>`)
    }
    this.parts.push('<li>')
  }

  #endItem(): void {
    this.#item = null
  }

  #endAll(): void {
    this.#endItem()
    this.#endLists(0)
  }

  #endLists(most: number): void {
    while (this.#lists.length > most) this.parts.push(`</li></${this.#lists.pop() ?? ''}>`)
  }
}

const mostOpen = 200
const voids: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'meta', 'link', 'input', 'col', 'base', 'wbr'])
const blocks: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol table tr td th blockquote pre div section article hr'.split(' '),
)

function decorationsOf(styles: ReadonlyMap<string, string>): string[] {
  const said = `${styles.get('text-decoration') ?? ''} ${styles.get('text-decoration-line') ?? ''}`
  return [
    ...(said.includes('underline') ? ['u'] : []),
    ...(said.includes('line-through') ? ['s'] : []),
    ...(styles.get('vertical-align') === 'sub' ? ['sub'] : []),
    ...(styles.get('vertical-align') === 'super' ? ['sup'] : []),
  ]
}

function colorsOf(attributes: ReadonlyMap<string, string>, styles: ReadonlyMap<string, string>): string {
  const text = colorOf(styles.get('color') ?? attributes.get('color')?.toLowerCase())
  const ground = colorOf(
    styles.get('mso-highlight') ?? styles.get('background-color') ?? styles.get('background'),
  )
  const [nearText, nearGround] = [
    text === null ? null : nearestColor(text, textColors),
    ground === null ? null : nearestColor(ground, groundColors),
  ]
  return [
    ...(nearText === null ? [] : [`color:${nearText}`]),
    ...(nearGround === null ? [] : [`background-color:${nearGround}`]),
  ].join(';')
}

function alignOf(styles: ReadonlyMap<string, string>): string {
  const align = styles.get('text-align')
  // Word justifies whatever nobody aligned.
  return align === 'center' || align === 'right' ? `text-align:${align}` : ''
}

const quoted = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
