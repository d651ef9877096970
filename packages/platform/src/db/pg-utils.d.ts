/** The driver's own way of writing values, as its cursor uses it; the package's types leave it out. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null
}
