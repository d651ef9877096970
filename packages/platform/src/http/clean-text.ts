/** NUL and half a surrogate pair: no column of the database can store them, neither text nor jsonb. */
const unstorable = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/**
 * An input with every character the database cannot store replaced, at any depth. A stop or a report must never be lost
 * because a phone put such a character into its reason; what may be refused has been refused by its schema before.
 */
export function cleanText(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(unstorable, '\ufffd')
  if (Array.isArray(value)) return value.map(cleanText)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cleanText(each)]))
}
