import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

export const darkBackground = '#282c34'

/** Colours of words by what they are; each can be read on the background and on the line of the cursor. */
export const inks = {
  plain: '#e3e6eb',
  comment: '#a3abb9',
  keyword: '#d7a5f2',
  text: '#a9d68c',
  number: '#e6b27f',
  name: '#7fc4f7',
  type: '#e8c987',
  tag: '#f49aa2',
  operator: '#84d3dd',
  wrong: '#ff938a',
} as const

/** What the words of a text are, and the colour of each. */
export const darkHighlight = HighlightStyle.define([
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: inks.comment },
  { tag: [tags.keyword, tags.modifier, tags.self], color: inks.keyword },
  {
    tag: [tags.string, tags.special(tags.string), tags.regexp, tags.inserted, tags.monospace],
    color: inks.text,
  },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit, tags.color], color: inks.number },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.labelName],
    color: inks.name,
  },
  { tag: [tags.definition(tags.variableName), tags.propertyName], color: inks.name },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.attributeName], color: inks.type },
  { tag: [tags.tagName, tags.heading, tags.standard(tags.name), tags.deleted], color: inks.tag },
  { tag: [tags.operator, tags.operatorKeyword, tags.escape, tags.link, tags.url], color: inks.operator },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.invalid, color: inks.wrong },
])

/** The dark look of 5-screens.md §13, in the light and in the dark console alike. */
export const darkTheme: Extension = [
  EditorView.theme(
    {
      '&': { color: inks.plain, backgroundColor: darkBackground, height: '100%', fontSize: '13px' },
      '&.cm-focused': { outline: 'none' },
      '.cm-scroller': { fontFamily: 'ui-monospace, Consolas, Menlo, monospace', lineHeight: '1.6' },
      '.cm-content': { caretColor: '#fff' },
      '.cm-cursor, .cm-dropCursor': { borderLeftColor: '#fff' },
      '.cm-placeholder': { color: inks.comment },
      '.cm-gutters': { backgroundColor: darkBackground, color: inks.comment, border: 'none' },
      '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: '#2f343f' },
      '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
        backgroundColor: '#3d5473',
      },
      '.cm-searchMatch': { backgroundColor: '#5c5325', outline: '1px solid #9a8a3d' },
      '.cm-searchMatch.cm-searchMatch-selected': { backgroundColor: '#31593a' },
      '&.cm-focused .cm-matchingBracket': { backgroundColor: '#46607f', color: '#fff' },
      '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: '#6b2f33', color: '#fff' },
      '.cm-panels': { backgroundColor: 'var(--code-bar)', color: inks.plain },
      '.cm-panel.cm-search': { padding: '6px 28px 6px 8px' },
      '.cm-panel.cm-search :is(label, input, button)': { fontSize: '13px' },
      '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--code-chosen)' },
      '.cm-textfield': {
        backgroundColor: '#1d2025',
        border: '1px solid var(--code-line)',
        color: inks.plain,
      },
      '.cm-button': {
        backgroundImage: 'none',
        backgroundColor: 'var(--code-chosen)',
        border: '1px solid var(--code-line)',
      },
      '.cm-panel.cm-search [name=close]': { color: inks.plain },
    },
    { dark: true },
  ),
  syntaxHighlighting(darkHighlight),
]
