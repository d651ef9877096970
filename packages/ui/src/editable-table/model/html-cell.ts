import { restoreCell } from '@suoan/kit/sheet-cell'
import { decodeEntities } from './html-entities.ts'

/** Gathers what stands in one cell as a browser would show it. */
export interface CellText {
  readonly add: (written: string) => void
  /** `<br>` */
  readonly breakLine: () => void
  /** The border of a paragraph, of a list's item, of a row of an inner table. */
  readonly breakBlock: () => void
  /** The border of a cell of an inner table. */
  readonly space: () => void
  readonly end: () => string
}

/**
 * White space counts once and not at the ends of a line, unless it is written as an entity; `&nbsp;` is how programs
 * write a space. The last `<br>` of a cell shows nothing: LibreOffice writes one into each empty cell.
 */
export function cellText(): CellText {
  let text = ''
  let hasSpace = false
  let breaks = 0
  let atBlock = false
  return {
    add(written) {
      const line = written.replaceAll(/[ \t\r\n\f]+/g, ' ')
      const core = line.replace(/^ /, '').replace(/ $/, '')
      hasSpace ||= line.startsWith(' ')
      if (core === '') return
      const lines = Math.max(breaks, atBlock && text !== '' ? 1 : 0)
      if (lines > 0) text += '\n'.repeat(lines)
      else if (hasSpace && text !== '') text += ' '
      text += decodeEntities(core)
      hasSpace = line.endsWith(' ')
      breaks = 0
      atBlock = false
    },
    breakLine() {
      breaks += 1
      hasSpace = false
    },
    breakBlock() {
      atBlock = true
      hasSpace = false
    },
    space() {
      hasSpace = true
    },
    end() {
      const whole = (text + '\n'.repeat(Math.max(0, breaks - 1))).replaceAll('\u00A0', ' ')
      return restoreCell(/^ +$/.test(whole) && text.includes('\u00A0') ? '' : whole)
    },
  }
}
