/** Prints rows as a Markdown table, so that a run can be pasted into a note. */
export function printTable(title: string, header: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  console.log(`\n### ${title}\n`)
  console.log(line(header))
  console.log(line(header.map(() => '---')))
  for (const row of rows) console.log(line(row))
}
