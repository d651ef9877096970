/** How long the answer of a report call is shown again without asking (1-shell.md §9). */
export const reportCacheMs = 30_000
