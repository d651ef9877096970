import {
  attributesOf,
  cells,
  dividers,
  dropped,
  inline,
  linkOf,
  lists,
  mostDeep,
  paragraphs,
  sameAs,
  tableParts,
  widthOf,
} from './rule.ts'
import { scan, type Seen } from './scan.ts'

/** Address under which a picture of the site is shown, for the address that stands in the text; null for a foreign one. */
export type PictureOf = (address: string) => string | null

/**
 * HTML of people as it may be stored and shown: tags, attributes, colours and addresses of the rule (`rule.ts`) only, each
 * tag closed where it belongs (security.md V18; decision 0755). The one function of the server, which stores what it
 * gives, and of the console, which shows nothing else. What it gives it gives again unchanged. A foreign picture becomes
 * a link to it, one that is part of the text (`data:`) or of the writer's disk only its words. Never fails; its time grows
 * with the length of the text alone.
 */
export function cleanRichText(html: string, pictureOf: PictureOf): string {
  const writer = new Writer(pictureOf)
  scan(html, writer)
  return writer.end()
}

interface Open {
  readonly name: string
  /** A divider is kept to know where it ends, and is not written. */
  readonly isWritten: boolean
}

class Writer implements Seen {
  readonly #pictureOf: PictureOf
  readonly #parts: string[] = []
  readonly #open: Open[] = []
  #written = 0
  /** Inside an element that goes with its contents: its name, and how many of that name are open. */
  #dropping = ''
  #dropDepth = 0

  constructor(pictureOf: PictureOf) {
    this.#pictureOf = pictureOf
  }

  end(): string {
    this.#closeDownTo(0)
    return this.#parts.join('')
  }

  text(raw: string): void {
    if (this.#dropDepth > 0) return
    if (raw.trim() !== '') this.#makeRoomForWords()
    // Between the parts of a table and the items of a list there is nothing to be read.
    else if (this.#isBetween()) return
    this.#parts.push(textOf(raw))
  }

  open(given: string, attributes: ReadonlyMap<string, string>, isClosed: boolean): void {
    if (this.#dropDepth > 0) {
      if (given === this.#dropping && !isClosed) this.#dropDepth += 1
      return
    }
    const name = sameAs[given] ?? given
    if (dropped.has(name)) {
      if (isClosed) return
      this.#dropping = name
      this.#dropDepth = 1
    } else if (name === 'br') {
      this.#makeRoomForWords()
      this.#parts.push('<br>')
    } else if (name === 'img') this.#picture(attributes)
    else if (inline.has(name)) this.#openInline(name, attributes)
    else this.#openBlock(name, attributes)
  }

  close(given: string): void {
    if (this.#dropDepth > 0) {
      if (given === this.#dropping) this.#dropDepth -= 1
      return
    }
    const name = sameAs[given] ?? given
    const at = this.#find((open) => open === name, tableParts.has(name) ? 'table' : 'cell')
    if (at !== -1) this.#closeDownTo(at)
  }

  #openInline(name: string, attributes: ReadonlyMap<string, string>): void {
    const kept = attributesOf(name, attributes)
    if (name === 'span' && kept.length === 0) return
    if (name === 'a') {
      const inside = this.#find((open) => open === 'a', 'cell')
      if (inside !== -1) this.#closeDownTo(inside)
      const address = linkOf(attributes.get('href'))
      if (address === null) return
      this.#makeRoomForWords()
      this.#write('a', linkAttributes(address))
      return
    }
    this.#makeRoomForWords()
    this.#write(name, kept)
  }

  #openBlock(name: string, attributes: ReadonlyMap<string, string>): void {
    if (cells.has(name)) this.#openCell(name, attributes)
    else if (tableParts.has(name) && name !== 'table') this.#openRows(name, attributes)
    else if (name === 'li') this.#openItem(attributes)
    else if (dividers.has(name)) this.#divide(name)
    else if (name === 'hr') {
      this.#endParagraph()
      this.#makeRoomForBlock()
      this.#parts.push('<hr>')
    } else if (paragraphs.has(name) || lists.has(name) || name === 'blockquote' || name === 'table') {
      this.#endParagraph()
      // A list right inside a list is one level deeper (older programs write so).
      if (!(lists.has(name) && lists.has(this.#last()))) this.#makeRoomForBlock()
      this.#write(name, attributesOf(name, attributes))
    }
  }

  #openCell(name: string, attributes: ReadonlyMap<string, string>): void {
    if (this.#find((open) => open === 'table', 'table') === -1) {
      // A cell without its table is a paragraph.
      this.#divide('div')
      return
    }
    const before = this.#find((open) => cells.has(open), 'table')
    if (before !== -1) this.#closeDownTo(before)
    else this.#closeDownTo(this.#find((open) => tableParts.has(open), 'table') + 1)
    if (this.#last() !== 'tr') this.#write('tr', [])
    this.#write(name, attributesOf(name, attributes))
  }

  #openRows(name: string, attributes: ReadonlyMap<string, string>): void {
    const table = this.#find((open) => open === 'table', 'table')
    if (table === -1) return
    const part = this.#find((open) => open === 'thead' || open === 'tbody', 'table')
    this.#closeDownTo(name === 'tr' && part !== -1 ? part + 1 : table + 1)
    this.#write(name, attributesOf(name, attributes))
  }

  #openItem(attributes: ReadonlyMap<string, string>): void {
    const list = this.#find((open) => lists.has(open), 'cell')
    if (list === -1) {
      this.#divide('li')
      return
    }
    this.#closeDownTo(list + 1)
    this.#write('li', attributesOf('li', attributes))
  }

  #divide(name: string): void {
    this.#endParagraph()
    this.#makeRoomForBlock()
    this.#push({ name, isWritten: false })
  }

  #picture(attributes: ReadonlyMap<string, string>): void {
    const address = (attributes.get('src') ?? '').trim()
    const words = (attributes.get('alt') ?? '').trim().slice(0, 200)
    const own = this.#pictureOf(address)
    if (own !== null) {
      this.#makeRoomForWords()
      const width = widthOf(attributes)
      this.#parts.push(
        tagOf('img', [
          ['src', own],
          ['alt', words],
          ...(width > 0 ? [['width', String(width)] as const] : []),
        ]),
      )
      return
    }
    const link = /^https?:/i.test(address) ? linkOf(address) : null
    if (link === null) {
      if (words !== '') this.text(`[${words}]`)
      return
    }
    this.#makeRoomForWords()
    const shown = textOf(words === '' ? link : words)
    // Inside of a link there is one already.
    const isLinked = this.#find((open) => open === 'a', 'cell') !== -1
    this.#parts.push(isLinked ? shown : `${tagOf('a', linkAttributes(link))}${shown}</a>`)
  }

  /** Words stand in a paragraph of a divider, an item of a list, a cell of a table. */
  #makeRoomForWords(): void {
    this.#makeRoomForBlock()
    let at = this.#open.length - 1
    while (at >= 0 && inline.has(this.#open[at]?.name ?? '')) at -= 1
    if (this.#open[at]?.isWritten === false) this.#write('p', [])
  }

  #makeRoomForBlock(): void {
    const last = this.#last()
    if (lists.has(last)) this.#write('li', [])
    else if (tableParts.has(last)) {
      if (last !== 'tr') this.#write('tr', [])
      this.#write('td', [])
    }
  }

  #isBetween(): boolean {
    const last = this.#open.at(-1)
    return last !== undefined && (!last.isWritten || lists.has(last.name) || tableParts.has(last.name))
  }

  #endParagraph(): void {
    const at = this.#find((open) => paragraphs.has(open), 'item')
    if (at !== -1) this.#closeDownTo(at)
  }

  /** The innermost open one, looked for up to where its kind of element can be: an item, a cell, a table. */
  #find(isIt: (name: string) => boolean, within: 'item' | 'cell' | 'table'): number {
    for (let at = this.#open.length - 1; at >= 0; at -= 1) {
      const name = this.#open[at]?.name ?? ''
      if (isIt(name)) return at
      if (name === 'table') return -1
      if (within !== 'table' && cells.has(name)) return -1
      if (within === 'item' && (name === 'li' || name === 'blockquote')) return -1
    }
    return -1
  }

  readonly #last = (): string => this.#open.at(-1)?.name ?? ''

  #write(name: string, attributes: readonly (readonly [string, string])[]): void {
    if (this.#push({ name, isWritten: true })) this.#parts.push(tagOf(name, attributes))
  }

  /** Written ones are counted alone: what is given is as deep when it is read again. */
  #push(open: Open): boolean {
    const isTooDeep = open.isWritten ? this.#written >= mostDeep : this.#open.length >= 2 * mostDeep
    if (isTooDeep) return false
    this.#open.push(open)
    if (open.isWritten) this.#written += 1
    return true
  }

  #closeDownTo(at: number): void {
    while (this.#open.length > at) {
      const open = this.#open.pop()
      if (!open?.isWritten) continue
      this.#written -= 1
      this.#parts.push(`</${open.name}>`)
    }
  }
}

/** A link opens beside the page and tells the other one nothing of it. */
const linkAttributes = (address: string): readonly [string, string][] => [
  ['href', address],
  ['target', '_blank'],
  ['rel', 'noopener noreferrer'],
]

const tagOf = (name: string, attributes: readonly (readonly [string, string])[]): string =>
  `<${name}${attributes.map(([key, value]) => ` ${key}="${valueOf(value)}"`).join('')}>`

const valueOf = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Whole references stay what they are; every other sign of HTML is a character. */
const textOf = (raw: string): string =>
  raw
    .replaceAll('\0', '')
    .replaceAll(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
