/** How a typed value is asked (2-data-entry.md §5, 4-api.md §4.2). */
export type QueryOperator = 'eq' | 'like' | 'ne' | 'ge' | 'le'

const written: Readonly<Record<QueryOperator, (text: string) => string>> = {
  eq: (text) => text,
  // What begins or ends with a star says itself where the rest may stand.
  like: (text) => (/^\*|\*$/.test(text) ? text : `*${text}*`),
  ne: (text) => `!${text}`,
  ge: (text) => `>=${text}`,
  le: (text) => `<=${text}`,
}

const read: Readonly<Record<QueryOperator, RegExp>> = {
  eq: /^([\s\S]*)$/,
  like: /^\*([\s\S]*)\*$/,
  ne: /^!([\s\S]*)$/,
  ge: /^>=([\s\S]*)$/,
  le: /^<=([\s\S]*)$/,
}

/** What is asked of a typed text; nothing typed asks nothing. */
export const askedText = (operator: QueryOperator, typed: string): string =>
  typed.trim() === '' ? '' : written[operator](typed.trim())

/** What was typed for what is asked; a text that was asked otherwise stays as it is. */
export const typedText = (operator: QueryOperator, asked: string): string =>
  read[operator].exec(asked)?.[1] ?? asked
