export interface ComparedField {
  readonly code: string
  readonly old: string
  readonly recent: string
  readonly differs: boolean
}

/** Compares two stored rows (JSON texts) field by field, in the order of the fields; unreadable text is one field. */
export function compareContents(old: unknown, recent: unknown): ComparedField[] {
  const [before, after] = [fieldsOf(old), fieldsOf(recent)]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((code) => {
    const [left, right] = [textOf(before[code]), textOf(after[code])]
    return { code, old: left, recent: right, differs: left !== right }
  })
}

function fieldsOf(content: unknown): Record<string, unknown> {
  if (typeof content === 'object' && content !== null) return { ...content }
  try {
    const value: unknown = JSON.parse(String(content ?? ''))
    return typeof value === 'object' && value !== null ? { ...value } : { 内容: value }
  } catch (error) {
    if (error instanceof SyntaxError) return { 内容: content }
    throw error
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
