/** A choice of a dictionary. */
interface Choice {
  readonly value: string
  readonly text: string
}

/** A value of a foreign row as people read it: nothing is the empty text. */
export const cellText = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

/**
 * The words of a dictionary for a value, part by part where it is a list with commas; a part that is no choice stands as it
 * is (4-api.md §9.2).
 * @example choiceText([{ value: '1', text: '开锁' }], '1,9') // '开锁,9'
 */
export const choiceText = (choices: readonly Choice[], value: unknown): string =>
  cellText(value)
    .split(',')
    .map((part) => choices.find((choice) => String(choice.value) === part)?.text ?? part)
    .join(',')
