/** What a run may leave in its record, characters. */
export const OUTPUT_CHARACTERS = 16_384

/** Collects what a job tells; a job that floods is cut, and what is left out is counted. */
export function createOutput(): { readonly say: (line: string) => void; readonly text: () => string } {
  const lines: string[] = []
  let characters = 0
  let leftOut = 0
  return {
    say(line) {
      // Room for the words about what is left out, and for the answer of the run.
      if (characters + line.length + 1 > OUTPUT_CHARACTERS - 600) {
        leftOut += 1
        return
      }
      // A text column takes no NUL.
      lines.push(line.replaceAll('\0', ''))
      characters += line.length + 1
    },
    text: () => [...lines, ...(leftOut > 0 ? [`…（其余 ${leftOut} 行未记录）`] : [])].join('\n'),
  }
}
