import { storable } from '@suoan/platform/db/storable-text'

/**
 * Rows as JSON the database can store as text: a NUL or half a surrogate pair, which devices can send inside any
 * string, becomes the replacement character instead of an error for the whole batch.
 */
export const jsonText = (rows: unknown): string => storableJson(JSON.stringify(rows))

/** The same for what is JSON already. */
function storableJson(json: string): string {
  return json.includes('\\u') ? json.replace(unstorable, '$1\\ufffd') : json
}

// `JSON.stringify` writes \uXXXX for control characters and lone surrogates only. The pairs of backslashes before it
// are literal backslashes of the text.
const unstorable = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi

/** The same for one text that is hashed before it is stored; cut to `max` characters. */
export function storableText(text: string | null | undefined, max: number): string | null {
  if (text === null || text === undefined) return null
  return storable(text.slice(0, max))
}
