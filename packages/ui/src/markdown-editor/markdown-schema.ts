import { Extension, getSchema, markInputRule, Node, type Extensions, type JSONContent } from '@tiptap/core'
import { CodeBlock } from '@tiptap/extension-code-block'
import { Heading } from '@tiptap/extension-heading'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { MarkdownManager } from '@tiptap/markdown'
import { Node as DocumentNode } from '@tiptap/pm/model'
import StarterKit from '@tiptap/starter-kit'
import { Marked } from 'marked'
import { listExtensions } from './markdown-lists.ts'
import { escapeStarts, fenced, pictureText } from './markdown-text.ts'
import { pictureSource } from './picture-source.ts'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A picture among words. Its address is kept as it was written; how it is shown is the address' affair. */
const Picture = Node.create({
  name: 'image',
  inline: true,
  group: 'inline',
  atom: true,
  draggable: true,
  addAttributes: () => ({ src: { default: '' }, alt: { default: '' }, title: { default: null } }),
  parseHTML: () => [
    { tag: 'img[src]' },
    {
      tag: 'span[data-picture]',
      getAttrs: ({ dataset }) => ({
        src: dataset['picture'] ?? '',
        alt: dataset['alt'] ?? '',
        title: dataset['title'] ?? null,
      }),
    },
  ],
  // What is copied holds no picture: to build one would fetch it, from wherever it is.
  renderHTML: ({ node: { attrs } }) => [
    'span',
    {
      'data-picture': textOf(attrs['src']),
      'data-alt': textOf(attrs['alt']),
      ...(attrs['title'] ? { 'data-title': textOf(attrs['title']) } : {}),
    },
    textOf(attrs['alt']) || textOf(attrs['src']),
  ],
  addNodeView:
    () =>
    ({ node: { attrs } }) => ({ dom: shownPicture(textOf(attrs['src']), textOf(attrs['alt'])) }),
  parseMarkdown: (token, { createNode }) =>
    createNode('image', { src: token.href ?? '', alt: token.text ?? '', title: token['title'] ?? null }),
  renderMarkdown: ({ attrs }) =>
    pictureText({
      src: textOf(attrs?.['src']),
      alt: textOf(attrs?.['alt']),
      title: textOf(attrs?.['title']),
    }),
})

function shownPicture(address: string, alt: string): HTMLElement {
  const source = pictureSource(address, location.origin)
  if (source.kind === 'own') {
    const picture = document.createElement('img')
    picture.src = source.src
    picture.alt = alt
    return picture
  }
  const words = document.createElement(source.kind === 'foreign' ? 'a' : 'span')
  words.className = 'markdown-picture'
  words.textContent =
    source.kind === 'foreign' ? `外部图片：${alt || address}` : `图片地址无法使用：${alt || address}`
  if (words instanceof HTMLAnchorElement && source.kind === 'foreign') {
    words.href = source.href
    words.target = '_blank'
    words.rel = 'noopener noreferrer'
  }
  return words
}

/**
 * The library takes `**words**` for bold as they are typed only behind a blank, and Chinese has none between words. Behind a
 * Latin letter or a number nothing is taken: LK*2*3 is a number.
 */
const marksInChinese = Extension.create({
  name: 'marksInChinese',
  addInputRules() {
    const { marks } = this.editor.schema
    const before = String.raw`(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。；：、！？（）《》“”])`
    return (
      [
        ['bold', String.raw`(\*\*(?!\s)([^*]+)(?<!\s)\*\*)$`],
        ['italic', String.raw`(\*(?!\s)([^*]+)(?<!\s)\*)$`],
        ['strike', String.raw`(~~(?!\s)([^~]+)(?<!\s)~~)$`],
      ] as const
    ).flatMap(([name, signs]) => {
      const type = marks[name]
      return type ? [markInputRule({ find: new RegExp(before + signs, 'u'), type })] : []
    })
  },
})

/** What a Markdown text can hold: everything else of a pasted page is left out, and no HTML is ever read as HTML. */
export const markdownExtensions: Extensions = [
  StarterKit.configure({
    codeBlock: false,
    heading: false,
    bulletList: false,
    orderedList: false,
    listItem: false,
    paragraph: false,
    // Markdown has no sign for it.
    underline: false,
    link: {
      openOnClick: false,
      protocols: ['http', 'https', 'mailto', 'tel'],
      HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer' },
    },
  }),
  Paragraph.extend({
    // A picture alone is a paragraph too.
    parseMarkdown: ({ tokens = [] }, helpers) =>
      helpers.createNode('paragraph', undefined, helpers.parseInline(tokens)),
    renderMarkdown: ({ content = [] }, { renderChildren }) => escapeStarts(renderChildren(content)),
  }),
  CodeBlock.extend({
    renderMarkdown: ({ attrs, content = [] }, { renderChildren }) =>
      fenced(textOf(attrs?.['language']), renderChildren(content)),
  }),
  Heading.extend({
    // Lines under which a rule of = stands are one heading: # takes one line.
    renderMarkdown: ({ attrs, content = [] }, { renderChildren }) =>
      `${'#'.repeat(Number(attrs?.['level'] ?? 1))} ${renderChildren(content).replace(/\s*\n\s*/g, ' ')}`,
  }),
  Picture,
  marksInChinese,
  ...listExtensions,
  Table.extend({
    // The library puts blank lines around it, and each of them would be a paragraph the next time.
    renderMarkdown(node, helpers, context) {
      return (this.parent?.(node, helpers, context) ?? '').replace(/^\n+|\n+$/g, '')
    },
  }).configure({ resizable: false }),
  TableRow,
  TableHeader,
  TableCell,
]

const wordsAlone = (text: string): JSONContent => ({
  type: 'doc',
  content: text
    .split(/\n{2,}/)
    .map((words) => ({ type: 'paragraph', content: words === '' ? [] : [{ type: 'text', text: words }] })),
})

/** Reads Markdown into a document of the schema above, and writes it again. */
export class MarkdownCodec {
  readonly #manager: MarkdownManager
  readonly #schema = getSchema(markdownExtensions)

  constructor() {
    const marked = new Marked()
    // Returning nothing means "no such token": tags are words like others, and a footnote is no address.
    marked.use({
      tokenizer: {
        html: () => undefined,
        tag: () => undefined,
        def: (text) => (text.trimStart().startsWith('[^') ? undefined : false),
      },
    })
    // The manager asks for the library's function, of which it uses what an instance has: `Lexer`, `defaults` and `use`.
    this.#manager = new MarkdownManager({
      marked: marked as unknown as MarkdownManager['instance'],
      extensions: markdownExtensions,
    })
  }

  /** The document of a text; what fits no document of the schema is there as words. */
  read(text: string): JSONContent {
    const read = this.#manager.parse(text)
    const document = read.content?.length ? read : { type: 'doc', content: [{ type: 'paragraph' }] }
    try {
      DocumentNode.fromJSON(this.#schema, document).check()
      return document
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return wordsAlone(text)
    }
  }

  /** Markdown of a document, without blank lines around it. */
  write(document: JSONContent): string {
    return this.#manager.serialize(document).replace(/^\n+|\n+$/g, '')
  }
}
