import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import {
  Annotation,
  type ChangeSpec,
  Compartment,
  EditorState,
  type Extension,
  type StateEffect,
  type TransactionSpec,
} from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view'
import type { CodeHandle } from './CodeEditor.tsx'
import type { CodeLanguage } from './code-languages.ts'
import { darkTheme } from './dark-theme.ts'
import { loadLanguage } from './load-language.ts'
import { phrases } from './phrases.ts'

/** What may change while a text is edited. */
export interface CodeSettings {
  readonly isOpen: boolean
  readonly wrap: boolean
  readonly placeholder: string
  /** Attributes of the element that holds the words. */
  readonly attributes: Readonly<Record<string, string | boolean>>
}

interface Begin {
  readonly text: string
  /** Where the cursor stands, if somebody is typing already. */
  readonly cursor: number | null
  /** Hears of the whole text after each change by the person. */
  readonly onText: (text: string) => void
}

/** A text that was given from outside: nobody has to hear of it. */
const given = Annotation.define<true>()

/**
 * A text under edit. It outlives the elements that show it: a tab that is hidden takes them away and makes new ones when
 * it comes back, and text, cursor and what can be undone are still there.
 */
export class CodeView {
  readonly #settings = new Compartment()
  readonly #language = new Compartment()
  #state: EditorState
  #view: EditorView | null = null
  #scroll: StateEffect<unknown> | null = null
  #shown: CodeLanguage | null = null
  /** The text as it was last given or told. */
  #text: string

  constructor({ text, cursor, onText }: Begin) {
    this.#text = text
    this.#state = EditorState.create({
      doc: text,
      extensions: [
        this.#settings.of([]),
        this.#language.of([]),
        always,
        EditorView.updateListener.of((update) => {
          if (!update.docChanged || update.transactions.some((each) => each.annotation(given))) return
          this.#text = update.state.doc.toString()
          onText(this.#text)
        }),
      ],
    })
    if (cursor !== null)
      this.#state = this.#state.update({ selection: { anchor: this.#within(cursor) } }).state
  }

  /** Shows the text below this element. */
  attach(parent: Element): void {
    this.#view = new EditorView({
      parent,
      state: this.#state,
      ...(this.#scroll ? { scrollTo: this.#scroll } : {}),
    })
  }

  /** Takes the elements away; the text stays. */
  detach(): void {
    if (!this.#view) return
    this.#state = this.#view.state
    this.#scroll = this.#view.scrollSnapshot()
    this.#view.destroy()
    this.#view = null
  }

  focus(): void {
    this.#view?.focus()
  }

  /** Changes the text as the person's own doing. */
  edit(change: Parameters<CodeHandle['edit']>[0]): void {
    const { doc, selection } = this.#present
    const { from, to } = selection.main
    const next = change({ text: doc.toString(), from, to })
    this.#apply({
      changes: differenceOf(this.#present, next.text),
      selection: { anchor: next.from, head: next.to },
      scrollIntoView: true,
      userEvent: 'input',
    })
    this.focus()
  }

  /** Takes a text from outside; the cursor stays where it was, as far as there is such a place. */
  setText(text: string): void {
    if (text === this.#text) return
    this.#text = text
    this.#apply({ changes: differenceOf(this.#present, text), annotations: given.of(true) })
  }

  set({ isOpen, wrap, placeholder: words, attributes }: CodeSettings): void {
    this.#apply({
      effects: this.#settings.reconfigure([
        EditorState.readOnly.of(!isOpen),
        EditorView.editable.of(isOpen),
        // Whoever only reads comes to it too, to scroll and to copy; a reader of the page must see that one can.
        EditorView.contentAttributes.of({
          ...Object.fromEntries(Object.entries(attributes).map(([name, said]) => [name, String(said)])),
          tabindex: '0',
        }),
        placeholder(words),
        ...(wrap ? [EditorView.lineWrapping] : []),
        ...(isOpen ? whileOpen : []),
      ]),
    })
  }

  /** Colours the words as this language. Rejects when its part cannot be fetched: the text stays plain. */
  async setLanguage(language: CodeLanguage): Promise<void> {
    if (this.#shown === language) return
    this.#shown = language
    this.#apply({ effects: this.#language.reconfigure([]) })
    try {
      const grammar = await loadLanguage(language)
      // Another one may have been chosen meanwhile.
      if (this.#shown === language) this.#apply({ effects: this.#language.reconfigure(grammar) })
    } catch (error) {
      if (this.#shown !== language) return
      this.#shown = null
      throw error
    }
  }

  get #present(): EditorState {
    return this.#view?.state ?? this.#state
  }

  #apply(spec: TransactionSpec): void {
    if (this.#view) this.#view.dispatch(spec)
    else this.#state = this.#state.update(spec).state
  }

  #within(place: number): number {
    return Math.min(place, this.#state.doc.length)
  }
}

/** The one stretch in which a text differs from what stands there: a cursor outside of it does not move. */
function differenceOf(state: EditorState, text: string): ChangeSpec {
  const before = state.doc.toString()
  // Line ends of any kind are one character in the editor.
  const after = state.toText(text).toString()
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}

const always: Extension = [
  lineNumbers(),
  drawSelection(),
  bracketMatching(),
  highlightSelectionMatches(),
  // 2-data-entry.md §11: a tab is two columns.
  EditorState.tabSize.of(2),
  indentUnit.of('  '),
  keymap.of([...searchKeymap, ...defaultKeymap]),
  phrases,
  darkTheme,
]

/** How long Tab walks on after Escape, unless another key is pressed. */
const walkOnMs = 15_000

const whileOpen: Extension[] = [
  history(),
  indentOnInput(),
  closeBrackets(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  // Escape lets the next Tab walk on. The library itself gives two seconds, after this: too few for slow hands.
  EditorView.domEventObservers({
    keydown: (event, view) => {
      if (event.key === 'Escape') queueMicrotask(() => view.setTabFocusMode(walkOnMs))
    },
  }),
  keymap.of([...closeBracketsKeymap, ...historyKeymap, indentWithTab]),
]
