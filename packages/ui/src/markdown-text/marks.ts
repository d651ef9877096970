/** Signs that mean more in Markdown than they say: lists, headings, quotes, tables, code, stress, links. */
const marks = /^ {0,3}(?:#{1,6} |[-*+] |\d{1,9}[.)] |> ?|\||```|~~~|(?:[-*_] *){3,}$)|\*\*|__|~~|`|\]\(/mu

/** Whether a text is more than lines: what is not is shown as it stands, and no part is loaded for it. */
export const hasMarks = (text: string): boolean => marks.test(text)
