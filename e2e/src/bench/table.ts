/** Prints rows as a Markdown table, so that a run can be pasted into a note. */
export function printTable(
  title: string,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const lines = ['', `### ${title}`, '', line(header), line(header.map(() => '---')), ...rows.map(line), '']
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** The middle of some figures; the upper of two in the middle. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
