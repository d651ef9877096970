import { vi } from 'vitest'

/** Waits until `look` no longer throws, at most 20 s: what follows on a commit follows in its own time on a busy machine. */
export const eventually = <T>(look: () => T | Promise<T>): Promise<T> => vi.waitFor(look, { timeout: 20_000 })
