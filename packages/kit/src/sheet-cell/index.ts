/**
 * What a spreadsheet program would take for the beginning of a formula, behind any number of apostrophes.
 * security.md V25: a cell that leaves must not run on the machine of the person who opens it.
 */
const formulaStart = /^'*[=+\-@\t\r\n]/
const guarded = /^'+[=+\-@\t\r\n]/

/** Text as another program may have it: a formula starter gets one apostrophe in front. */
export const guardCell = (text: string): string => (formulaStart.test(text) ? `'${text}` : text)

/** Takes back the apostrophe of `guardCell`, so that what was written out can be read in unchanged. */
export const restoreCell = (text: string): string => (guarded.test(text) ? text.slice(1) : text)
