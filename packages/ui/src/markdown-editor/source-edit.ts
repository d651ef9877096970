/** A text and what is chosen in it. */
export interface Chosen {
  readonly text: string
  readonly from: number
  readonly to: number
}

export type SourceEdit = (chosen: Chosen) => Chosen

/** Puts signs around what is chosen, or around a sample that is then chosen; the same signs go when they are there. */
export const surround =
  (sign: string, sample: string): SourceEdit =>
  ({ text, from, to }) => {
    const isThere = text.slice(from - sign.length, from) === sign && text.startsWith(sign, to)
    if (isThere && from >= sign.length) {
      const begin = from - sign.length
      const words = text.slice(from, to)
      return {
        text: text.slice(0, begin) + words + text.slice(to + sign.length),
        from: begin,
        to: begin + words.length,
      }
    }
    const words = text.slice(from, to) || sample
    const begin = from + sign.length
    return {
      text: text.slice(0, from) + sign + words + sign + text.slice(to),
      from: begin,
      to: begin + words.length,
    }
  }

/** Begins each chosen line with a sign; `1. ` counts on. */
export const beginLines =
  (sign: string): SourceEdit =>
  ({ text, from, to }) => {
    const begin = text.lastIndexOf('\n', from - 1) + 1
    const after = text.indexOf('\n', to)
    const end = after === -1 ? text.length : after
    const lines = text
      .slice(begin, end)
      .split('\n')
      .map((line, index) => (sign === '1. ' ? `${index + 1}. ` : sign) + line)
      .join('\n')
    return { text: text.slice(0, begin) + lines + text.slice(end), from: begin, to: begin + lines.length }
  }

/** Puts a text in place of what is chosen. */
export const insert =
  (words: string): SourceEdit =>
  ({ text, from, to }) => {
    const end = from + words.length
    return { text: text.slice(0, from) + words + text.slice(to), from: end, to: end }
  }

/** Puts a block in place of what is chosen, with a blank line before and after it. */
export const insertBlock =
  (block: string): SourceEdit =>
  (chosen) => {
    const before = chosen.text.slice(0, chosen.from)
    const after = chosen.text.slice(chosen.to)
    const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
    const gapAfter = after.startsWith('\n\n') ? '' : after.startsWith('\n') || after === '' ? '\n' : '\n\n'
    return insert(gap + block + gapAfter)(chosen)
  }
