import { expect, it } from 'vitest'
import { beginLines, insert, insertBlock, surround, type Chosen, type SourceEdit } from './source-edit.ts'

/** `[` and `]` stand where the chosen part begins and ends. */
const chosenIn = (text: string): Chosen => {
  const from = text.indexOf('[')
  return { text: text.replace(/[[\]]/g, ''), from, to: text.indexOf(']') - 1 }
}
const shown = ({ text, from, to }: Chosen): string =>
  `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`

it.each<[string, SourceEdit, string, string]>([
  ['marks what is chosen', surround('**', '粗体'), '一[二]三', '一**[二]**三'],
  ['gives a sample where nothing is chosen', surround('**', '粗体'), '一[]', '一**[粗体]**'],
  ['takes the marks away again', surround('**', '粗体'), '一**[二]**三', '一[二]三'],
  ['makes a list of the chosen lines', beginLines('- '), '一\n二[二\n三]三\n四', '一\n[- 二二\n- 三三]\n四'],
  ['counts them', beginLines('1. '), '[一\n二]', '[1. 一\n2. 二]'],
  ['begins the first line', beginLines('> '), '[]一', '[> 一]'],
  ['puts words in place', insert('新'), '一[二]三', '一新[]三'],
  ['keeps a block apart', insertBlock('---'), '一[]二', '一\n\n---\n\n[]二'],
  ['keeps a block apart only as far as needed', insertBlock('---'), '一\n\n[]\n\n二', '一\n\n---[]\n\n二'],
  ['begins with a block', insertBlock('---'), '[]', '---\n[]'],
])('%s', (_, edit, before, after) => expect(shown(edit(chosenIn(before)))).toBe(after))
