import type { Reacting } from '../context.ts'

/** The `handle` of a consumer that takes one item at a time. */
export const oneByOne =
  <T>(handle: (reacting: Reacting, item: T) => Promise<unknown>) =>
  async (reacting: Reacting, items: readonly T[]): Promise<void> => {
    for (const item of items) await handle(reacting, item)
  }
