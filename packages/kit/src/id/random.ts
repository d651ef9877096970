/** A source of numbers in [0, 1). Injected wherever chance matters, so a run can be repeated. */
export type Random = () => number

const POOL = 256
const pool = new Uint32Array(POOL)
let used = POOL

/** Numbers from the platform's cryptographic generator, drawn in pools because one call each is slow. */
export const systemRandom: Random = () => {
  if (used === POOL) {
    globalThis.crypto.getRandomValues(pool)
    used = 0
  }
  // The index is always inside the pool; the fallback only satisfies the checked index type.
  return (pool[used++] ?? 0) / 0x1_0000_0000
}

/** Repeatable numbers from a seed (mulberry32); never for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}
