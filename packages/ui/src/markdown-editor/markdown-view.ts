import { Editor, type ChainedCommands } from '@tiptap/core'
import { MarkdownCodec, markdownExtensions } from './markdown-schema.ts'
import type { PictureText } from './markdown-text.ts'
import type { Tool } from './tools.ts'

const commands: Readonly<Record<Tool['key'], (chain: ChainedCommands) => ChainedCommands>> = {
  heading: (chain) => chain.toggleHeading({ level: 2 }),
  bold: (chain) => chain.toggleBold(),
  italic: (chain) => chain.toggleItalic(),
  strike: (chain) => chain.toggleStrike(),
  quote: (chain) => chain.toggleBlockquote(),
  bullets: (chain) => chain.toggleBulletList(),
  numbers: (chain) => chain.toggleOrderedList(),
  tasks: (chain) => chain.toggleTaskList(),
  code: (chain) => chain.toggleCode(),
  codeBlock: (chain) => chain.toggleCodeBlock(),
  table: (chain) => chain.insertTable({ rows: 2, cols: 2, withHeaderRow: true }),
  rule: (chain) => chain.setHorizontalRule(),
}

/**
 * A Markdown text as it looks, to read or to edit. It outlives the elements that show it: a tab that is hidden takes them
 * away, and text and what can be undone are there when it comes back. The text itself changes only when somebody edits
 * here: who looks at it leaves every sign as it was written.
 */
export class MarkdownView {
  readonly #codec = new MarkdownCodec()
  readonly #editor: Editor
  #attributes: Readonly<Record<string, string>> = {}
  /** The text as it was last given or told, and whether the elements show it already. */
  #text: string
  #isShown = true
  #isAttached = false

  constructor(text: string, onText: (text: string) => void) {
    this.#text = text
    this.#editor = new Editor({
      element: null,
      extensions: markdownExtensions,
      content: this.#codec.read(text),
      editable: false,
      editorProps: { attributes: () => ({ ...this.#attributes }) },
      onUpdate: ({ editor }) => {
        this.#text = this.#codec.write(editor.getJSON())
        onText(this.#text)
      },
    })
  }

  /** Shows the text below this element. */
  attach(parent: HTMLElement): void {
    this.#editor.mount(parent)
    this.#isAttached = true
    this.#show()
  }

  /** Takes the elements away; the text stays. */
  detach(): void {
    this.#isAttached = false
    this.#editor.unmount()
  }

  setText(text: string): void {
    if (text === this.#text) return
    this.#text = text
    this.#isShown = false
    this.#show()
  }

  /** Whether it is edited or only read, and attributes of the element that holds the words. */
  set(isOpen: boolean, attributes: Readonly<Record<string, string>>): void {
    this.#attributes = attributes
    this.#editor.setEditable(isOpen, false)
  }

  run(tool: Tool['key']): void {
    commands[tool](this.#editor.chain().focus()).run()
  }

  insertPicture({ src, alt }: PictureText): void {
    this.#editor.chain().focus().insertContent({ type: 'image', attrs: { src, alt } }).run()
  }

  /** Makes what is chosen a link; where nothing is chosen, the words are put there. */
  insertLink(href: string, words: string): void {
    const chain = this.#editor.chain().focus()
    if (!this.#editor.state.selection.empty) chain.setLink({ href }).run()
    else chain.insertContent({ type: 'text', text: words, marks: [{ type: 'link', attrs: { href } }] }).run()
  }

  #show(): void {
    if (this.#isShown || !this.#isAttached) return
    this.#isShown = true
    this.#editor.commands.setContent(this.#codec.read(this.#text), { emitUpdate: false })
  }
}
