/** Minutes a guardian is away from his post: people are warned, and the work stops (3-domain.md §4.4). */
export const guardAwayMin = { warn: 2, stop: 5 } as const
