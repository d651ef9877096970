import { cleanPasted, cleanRichText, linkOf, type PictureOf } from '@suoan/kit/rich-text'
import { Editor, Mark } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import { BackgroundColor, Color, TextStyle } from '@tiptap/extension-text-style'
import { Placeholder } from '@tiptap/extensions'
import StarterKit from '@tiptap/starter-kit'
import { addPlace, PicturePlaces, placeOf, removePlace } from './picture-places.ts'

export { Toolbar } from './Toolbar.tsx'

/** What the text under edit tells and asks of the page around it. */
export interface RichPorts {
  readonly onHtml: (html: string) => void
  readonly pictureOf: PictureOf
  /** Pictures that were pasted, dropped or chosen; `place` marks where each will stand. */
  readonly onPictures: (files: readonly File[], place: (id: number) => void) => void
  /** What of a paste could not be taken over, in words for a person. */
  readonly onNote: (note: string) => void
}

/** The text under edit, its undo and its selection. It outlives its elements, which go when a tab is hidden. */
export class RichView {
  readonly editor: Editor
  readonly #ports: RichPorts
  #told: string
  #placeholder = ''
  #attributes: Readonly<Record<string, string>> = {}

  constructor(html: string, ports: RichPorts) {
    this.#ports = ports
    this.#told = html
    this.editor = new Editor({
      element: null,
      content: html,
      extensions: [
        StarterKit.configure({
          heading: { levels: [1, 2, 3, 4] },
          link: { openOnClick: false, isAllowedUri: (url) => linkOf(url) !== null },
        }),
        TextStyle,
        Color,
        BackgroundColor,
        lowered,
        raised,
        TextAlign.configure({ types: ['heading', 'paragraph'] }),
        TableKit.configure({ table: { resizable: false } }),
        ownPictures(ports.pictureOf),
        Placeholder.configure({ placeholder: () => this.#placeholder }),
        PicturePlaces,
      ],
      editorProps: this.#props(),
      onUpdate: () => {
        const html = this.#html()
        if (html === this.#told) return
        this.#told = html
        ports.onHtml(html)
      },
    })
  }

  attach(host: HTMLElement): void {
    this.editor.mount(host)
  }

  detach(): void {
    this.editor.unmount()
  }

  /** The form holds another text now; one's own comes back as it was told. */
  setHtml(html: string): void {
    if (html === this.#told) return
    this.#told = html
    this.editor.commands.setContent(html, { emitUpdate: false })
  }

  set(isOpen: boolean, placeholder: string, attributes: Readonly<Record<string, string>>): void {
    this.#placeholder = placeholder
    this.#attributes = attributes
    this.editor.setOptions({ editable: isOpen, editorProps: this.#props() })
  }

  place(id: number, at = this.editor.state.selection.to): void {
    this.editor.view.dispatch(addPlace(this.editor.state, id, at))
  }

  forget(id: number): void {
    this.editor.view.dispatch(removePlace(this.editor.state, id))
  }

  insertPicture(id: number, address: string, name: string): void {
    const at = placeOf(this.editor.state, id)
    this.forget(id)
    if (at === null) return
    const alt = name.replace(/\.[a-z0-9]{1,5}$/i, '')
    this.editor.commands.insertContentAt(at, { type: 'image', attrs: { src: address, alt } })
  }

  #html(): string {
    return this.editor.isEmpty ? '' : cleanRichText(this.editor.getHTML(), this.#ports.pictureOf)
  }

  #props() {
    return {
      attributes: {
        ...this.#attributes,
        role: 'textbox',
        'aria-multiline': 'true',
        class: 'rich-text-words',
      },
      transformPastedHTML: (html: string) => this.#paste(html),
      handlePaste: (_view: unknown, { clipboardData }: ClipboardEvent) => {
        const files = picturesIn(clipboardData)
        // Word and Excel lay a picture of the text beside the text.
        if (files.length === 0 || clipboardData?.getData('text/plain').trim()) return false
        this.#send(files, this.editor.state.selection.to)
        return true
      },
      handleDrop: (_view: unknown, event: DragEvent, _slice: unknown, isMoved: boolean) => {
        const files = picturesIn(event.dataTransfer)
        if (isMoved || files.length === 0) return false
        const at = this.editor.view.posAtCoords({ left: event.clientX, top: event.clientY })
        this.#send(files, at?.pos ?? this.editor.state.selection.to)
        return true
      },
    }
  }

  /** What came from this or another editor of ours keeps its marks; the schema lets nothing else in. */
  #paste(html: string): string {
    if (html.includes('data-pm-slice')) return html
    const pasted = cleanPasted(html, this.#ports.pictureOf)
    const notes = [
      pasted.localPictures > 0
        ? `${pasted.localPictures} 张图片在您的电脑上，没有带过来：请逐张插入，或截图后粘贴`
        : '',
      pasted.foreignPictures > 0 ? `${pasted.foreignPictures} 张其他网站的图片已改为链接` : '',
    ].filter((note) => note !== '')
    this.#ports.onNote(notes.join('；'))
    if (pasted.ownPictures.length > 0)
      // Behind the text, which is put in as soon as this answers.
      queueMicrotask(() => this.#send(pasted.ownPictures.map(fileOf), this.editor.state.selection.to))
    return pasted.html
  }

  #send(files: readonly File[], at: number): void {
    this.#ports.onPictures(files, (id) => this.place(id, at))
  }
}

/** Pictures of the own store only: every other address would be a link once it is stored. */
const ownPictures = (pictureOf: PictureOf) =>
  Image.extend({
    parseHTML: () => [
      {
        tag: 'img[src]',
        getAttrs: (element) => (pictureOf(element.getAttribute('src') ?? '') === null ? false : null),
      },
    ],
  }).configure({ inline: true })

/** H₂S and m³ of other programs; they have no part of their own in the pinned release. */
const lowered = Mark.create({
  name: 'lowered',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: () => ['sub', 0],
})
const raised = Mark.create({
  name: 'raised',
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: () => ['sup', 0],
})

const picturesIn = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

function fileOf(address: string, index: number): File {
  const [, type = 'image/png', content = ''] = /^data:([^;]+);base64,(.*)$/is.exec(address) ?? []
  const bytes = Uint8Array.from(atob(content.replaceAll(/\s/g, '')), (sign) => sign.codePointAt(0) ?? 0)
  return new File([bytes], `粘贴的图片${index + 1}.${type.slice('image/'.length)}`, { type })
}
