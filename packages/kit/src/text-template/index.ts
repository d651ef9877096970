/** A place `${name}` in a text. Names are letters, digits, `_` and `.`; anything else is text. */
const place = /\$\{\s*([A-Za-z_][A-Za-z0-9_.]{0,63})\s*\}/g

/** The names of the places of a text, each once, in the order of their first use. */
export function placesOf(text: string): string[] {
  return [...new Set([...text.matchAll(place)].map(([, name = '']) => name))]
}

/** Something that begins like a place and is none, e.g. `${锁号}` or `${name` without its end; null where there is none. */
export function brokenPlace(text: string): string | null {
  const rest = text.replace(place, '')
  const at = rest.indexOf('${')
  return at < 0 ? null : Array.from(rest.slice(at)).slice(0, 20).join('')
}

/** A filled text, or the names for which there was no value. */
export type Filled =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly missing: readonly string[] }

/**
 * Puts values into the places of a text. A value is put in as it is, once: a place inside a value stays text. A value that
 * is undefined, null or blank is missing, unless its name is `optional`: then nothing is put in. `escape` is applied to
 * every value, for texts that are markup.
 */
export function fillPlaces(
  text: string,
  values: Readonly<Record<string, unknown>>,
  {
    optional = new Set<string>(),
    escape = (value: string) => value,
  }: { readonly optional?: ReadonlySet<string>; readonly escape?: (value: string) => string } = {},
): Filled {
  const missing = placesOf(text).filter((name) => !optional.has(name) && shown(values, name).trim() === '')
  if (missing.length > 0) return { ok: false, missing }
  return { ok: true, text: text.replace(place, (_, name: string) => escape(shown(values, name))) }
}

/** Only own properties: `constructor` is no value. */
function shown(values: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}
