/** What a bound says that is not kept: one wording for forms and tables (2-data-entry.md §5). */
export const boundWords = {
  tooShort: (least: number) => `最小长度${least}位字符`,
  tooLong: (most: number) => `最大长度${most}位字符`,
  tooFewChosen: (least: number) => `最少选择${least}项`,
  tooManyChosen: (most: number) => `最多选择${most}项`,
} as const

/** How many are chosen: of a list, or of a text with separators. */
export const chosenCount = (value: unknown, separator = ','): number =>
  Array.isArray(value)
    ? value.length
    : value === null || value === undefined
      ? 0
      : String(value)
          .split(separator)
          .filter((part) => part !== '').length
