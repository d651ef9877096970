/** The exceptions with a page of their own (1-shell.md §2.2). */
export type StateCode = 403 | 404 | 500
