/**
 * A hybrid logical clock stamp (3-domain.md §4.6): wall time in ms, a counter for what happens within one, and the
 * terminal that made it. Written `<13 digits>-<4 hex>-<node>`, so that texts of one length sort as the stamps do.
 */
export interface Hlc {
  readonly ms: number
  readonly counter: number
  readonly node: string
}

const form = /^(\d{13})-([0-9a-f]{4})-([A-Za-z0-9_.:]{1,40})$/

/** Null for anything that is no stamp. */
export function parseHlc(text: string): Hlc | null {
  const [, ms, counter, node] = form.exec(text) ?? []
  if (ms === undefined || counter === undefined || node === undefined) return null
  return { ms: Number(ms), counter: Number.parseInt(counter, 16), node }
}

/** The order in which operations of several terminals are replayed (§4.6); total, and the same on every server. */
export function compareHlc(a: Hlc, b: Hlc): number {
  return a.ms - b.ms || a.counter - b.counter || (a.node < b.node ? -1 : a.node > b.node ? 1 : 0)
}
