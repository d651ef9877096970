import type { Where } from './where.ts'

/** Statement texts differ by the filters used; only so many are kept prepared on each connection. */
const MOST = 400
const names = new Map<string, string>()

/** A name under which the driver prepares the text, or undefined for texts better planned with their values. */
export function statementName(text: string, where: Pick<Where, 'isPlain'>): string | undefined {
  if (!where.isPlain) return undefined
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST) return known
  const name = `q${names.size}`
  names.set(text, name)
  return name
}
