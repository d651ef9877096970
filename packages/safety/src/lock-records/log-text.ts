import { members } from './log-chain.ts'

const formAt = members.findIndex(({ name }) => name === 'chain_form')
const notInForm1: ReadonlySet<string> = new Set(['photo', 'remark', 'chain_form'])

/** The covered columns in the order that `logText` reads; the session that reads must speak UTC. */
export const loggedColumns: readonly string[] = members.map(({ name }) => name)

/**
 * The canonical text of a log row from the database's texts of `loggedColumns`, in one pass and without objects: a
 * long chain is walked at the speed of its hashes. Equal to `canonicalJson(canonicalLogRow(storedLogRow(row)))`; a
 * test holds it to that.
 */
export function logText(values: readonly (string | null)[]): string {
  const isFirstForm = values[formAt] === '1'
  let text = ''
  // No iterator here: its small objects, forty a row, were most of what a long walk cost.
  members.forEach(({ name, key, type }, index) => {
    const value = values[index] ?? null
    if (isFirstForm ? notInForm1.has(name) : value === null) return
    text += `${text === '' ? '{' : ','}${key}${value === null ? 'null' : valueText(value, type)}`
  })
  return `${text}}`
}

function valueText(value: string, type: string): string {
  if (type === 'text') return JSON.stringify(value)
  if (type === 'timestamptz') return `"${isoText(value)}"`
  return type === 'numeric' ? String(Number(value)) : value
}

/** `2026-12-01 01:00:00.12+00` → `2026-12-01T01:00:00.120Z`. */
function isoText(value: string): string {
  const fraction = value.slice(20, -3)
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`
}
