/** What would begin a block of its own at the start of a line of a paragraph: heading, list, rule or table border. */
const starts: readonly RegExp[] = [
  /^(#{1,6})(?=\s|$)/gm,
  /^([-+])(?=\s|$)/gm,
  /^([-=:|][-=:| ]*)$/gm,
  /^(~~~)/gm,
]
const numbered = /^(\d{1,9})([.)])(?=\s|$)/gm

/** Words of a paragraph as Markdown that is read as a paragraph again. */
export function escapeStarts(text: string): string {
  return starts
    .reduce((now, start) => now.replace(start, String.raw`\$1`), text)
    .replace(numbered, String.raw`$1\$2`)
}

/** Code between fences that are longer than any within it. */
export function fenced(language: string, code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/^ {0,3}(`{3,})/gm)].map(([, fence = '']) => fence.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${code}\n${fence}`
}

export interface PictureText {
  readonly src: string
  readonly alt: string
  readonly title?: string | null
}

/** A picture as Markdown, whatever stands in its address and its remark. */
export function pictureText({ src, alt, title }: PictureText): string {
  const words = alt.replace(/\s+/g, ' ').replace(/[\\[\]]/g, String.raw`\$&`)
  const address = /^[^\s<>()]+$/.test(src)
    ? src
    : `<${src.replace(/[\n\r]+/g, '').replace(/[\\<>]/g, String.raw`\$&`)}>`
  return `![${words}](${address}${title ? ` "${title.replace(/[\\"]/g, String.raw`\$&`)}"` : ''})`
}
