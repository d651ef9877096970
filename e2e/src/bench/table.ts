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
