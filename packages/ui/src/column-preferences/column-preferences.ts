/** A column that can be shown. */
export interface OfferedColumn {
  readonly key: string
  readonly title: string
  /** Shown unless somebody chose otherwise. */
  readonly isUsual: boolean
}

/** How much room a row takes. */
export type Density = 'wide' | 'middle' | 'small'

/** What a person chose for one list. */
export interface ColumnPreferences {
  /** The columns that are shown, in their order; null = those of the page. */
  readonly shown: readonly string[] | null
  /** Widths that were dragged, px. */
  readonly widths: Readonly<Record<string, number>>
  readonly density: Density
}

export const usualColumns: ColumnPreferences = { shown: null, widths: {}, density: 'middle' }

/** A column is never narrower or wider, px: a heading must stay to be taken hold of. */
const leastWidth = 48
const mostWidth = 800

/** The columns to show, in order, each once. What is no longer offered is left out; a list without any column is nobody's wish. */
export function shownColumns(
  { shown }: ColumnPreferences,
  offered: readonly OfferedColumn[],
): readonly string[] {
  const usual = offered.filter(({ isUsual }) => isUsual).map(({ key }) => key)
  const chosen =
    shown === null ? usual : [...new Set(shown)].filter((key) => offered.some((column) => column.key === key))
  return chosen.length > 0 ? chosen : usual
}

/** All columns as the chooser lists them: the shown ones in their order, then the others. */
export function chooserOrder(
  preferences: ColumnPreferences,
  offered: readonly OfferedColumn[],
): readonly OfferedColumn[] {
  const shown = shownColumns(preferences, offered)
  return [
    ...shown.flatMap((key) => offered.filter((column) => column.key === key)),
    ...offered.filter(({ key }) => !shown.includes(key)),
  ]
}

/** Shows a column as the last one, or hides it; the only one that is shown stays. */
export function toggleColumn(
  preferences: ColumnPreferences,
  offered: readonly OfferedColumn[],
  key: string,
): ColumnPreferences {
  const shown = shownColumns(preferences, offered)
  if (!shown.includes(key)) return { ...preferences, shown: [...shown, key] }
  return shown.length === 1 ? preferences : { ...preferences, shown: shown.filter((each) => each !== key) }
}

/** Moves a shown column one place to the front (-1) or to the back (1); at the end it stays. */
export function moveColumn(
  preferences: ColumnPreferences,
  offered: readonly OfferedColumn[],
  key: string,
  by: -1 | 1,
): ColumnPreferences {
  const shown = shownColumns(preferences, offered)
  const from = shown.indexOf(key)
  const to = from + by
  if (from < 0 || to < 0 || to >= shown.length) return preferences
  return { ...preferences, shown: shown.toSpliced(from, 1).toSpliced(to, 0, key) }
}

/** @param width px */
export const withWidth = (preferences: ColumnPreferences, key: string, width: number): ColumnPreferences => ({
  ...preferences,
  widths: { ...preferences.widths, [key]: Math.round(Math.min(mostWidth, Math.max(leastWidth, width))) },
})

/** Preferences as text, so that they can be kept anywhere. */
export const preferencesToText = (preferences: ColumnPreferences): string => JSON.stringify(preferences)

/** Reads preferences; what is none (another version, a changed store) counts as not chosen. */
export function preferencesFromText(text: string | null): ColumnPreferences {
  if (text === null) return usualColumns
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return usualColumns
    const { shown, widths, density }: Readonly<Record<string, unknown>> = { ...value }
    return {
      shown: isTexts(shown) ? shown : null,
      widths: isWidths(widths) ? widths : {},
      density: density === 'wide' || density === 'small' ? density : 'middle',
    }
  } catch (error) {
    if (error instanceof SyntaxError) return usualColumns
    throw error
  }
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

const isWidths = (value: unknown): value is Readonly<Record<string, number>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((each) => typeof each === 'number' && each >= leastWidth && each <= mostWidth)
