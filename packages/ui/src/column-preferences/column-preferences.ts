/** A column that can be shown. */
export interface OfferedColumn {
  readonly key: string
  readonly title: string
  /** Shown unless somebody chose otherwise. */
  readonly isUsual: boolean
}

/** How much room a row takes. */
export type Density = 'wide' | 'middle' | 'small'

/** The edge of the list that a column stays at while the others are scrolled. */
export type PinSide = 'left' | 'right'

export type Pins = Readonly<Record<string, PinSide>>

/** Which columns a list shows, in their order, and which of them stay at its edges. */
export interface ChosenColumns {
  readonly shown: readonly string[]
  readonly pins: Pins
}

/** What a person chose for one list. */
export interface ColumnPreferences {
  /** The columns that are shown, in their order; null = those of the page. */
  readonly shown: readonly string[] | null
  readonly pins: Pins
  /** Widths that were dragged, px. */
  readonly widths: Readonly<Record<string, number>>
  readonly density: Density
}

export const usualColumns: ColumnPreferences = { shown: null, pins: {}, widths: {}, density: 'middle' }

/** A column is never narrower or wider, px: a heading must stay to be taken hold of. */
const leastWidth = 48
const mostWidth = 800

/**
 * The columns to show, in order, each once: first those that stay at the left, last those that stay at the right. What is
 * no longer offered is left out; a list without any column is nobody's wish.
 */
export function shownColumns(
  { shown, pins }: Pick<ColumnPreferences, 'shown' | 'pins'>,
  offered: readonly OfferedColumn[],
): readonly string[] {
  const usual = offered.filter(({ isUsual }) => isUsual).map(({ key }) => key)
  const chosen =
    shown === null ? usual : [...new Set(shown)].filter((key) => offered.some((column) => column.key === key))
  const all = chosen.length > 0 ? chosen : usual
  return [
    ...all.filter((key) => pins[key] === 'left'),
    ...all.filter((key) => pins[key] === undefined),
    ...all.filter((key) => pins[key] === 'right'),
  ]
}

/** Chosen columns that are not offered: gone since, or not this person's to see. */
export const missingColumns = (
  { shown }: Pick<ColumnPreferences, 'shown'>,
  offered: readonly OfferedColumn[],
): readonly string[] =>
  [...new Set(shown ?? [])].filter((key) => !offered.some((column) => column.key === key))

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

/** Whether a shown column can be moved so: it stays among those of its own edge. */
export function canMove(
  preferences: ColumnPreferences,
  offered: readonly OfferedColumn[],
  key: string,
  by: -1 | 1,
): boolean {
  const shown = shownColumns(preferences, offered)
  const from = shown.indexOf(key)
  const neighbour = shown[from + by]
  return from >= 0 && neighbour !== undefined && preferences.pins[neighbour] === preferences.pins[key]
}

/** Moves a shown column one place to the front (-1) or to the back (1); at the end, or beside a pinned one, it stays. */
export function moveColumn(
  preferences: ColumnPreferences,
  offered: readonly OfferedColumn[],
  key: string,
  by: -1 | 1,
): ColumnPreferences {
  if (!canMove(preferences, offered, key, by)) return preferences
  const shown = shownColumns(preferences, offered)
  const from = shown.indexOf(key)
  return { ...preferences, shown: shown.toSpliced(from, 1).toSpliced(from + by, 0, key) }
}

/** Lets a column stay at an edge, or go with the others again where it stays there already. */
export function pinColumn(preferences: ColumnPreferences, key: string, side: PinSide): ColumnPreferences {
  const { [key]: now, ...others } = preferences.pins
  return { ...preferences, pins: now === side ? others : { ...others, [key]: side } }
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
    const { shown, pins, widths, density }: Readonly<Record<string, unknown>> = { ...value }
    return {
      shown: isTexts(shown) ? shown : null,
      pins: isPins(pins) ? pins : {},
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

const isPins = (value: unknown): value is Pins =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((each) => each === 'left' || each === 'right')

const isWidths = (value: unknown): value is Readonly<Record<string, number>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((each) => typeof each === 'number' && each >= leastWidth && each <= mostWidth)

/** Columns as a short text for an address: `lockCode.l,lockName,battery.r`. */
export const columnsToText = ({ shown, pins }: ChosenColumns): string =>
  shown.map((key) => (pins[key] === undefined ? key : `${key}.${pins[key] === 'left' ? 'l' : 'r'}`)).join(',')

/** Reads columns out of an address; null where it names none. */
export function columnsFromText(text: string | null): ChosenColumns | null {
  const parts = (text ?? '').split(',').flatMap((part) => {
    const [, key, side] = /^([A-Za-z]\w{0,63})(?:\.([lr]))?$/.exec(part.trim()) ?? []
    return key === undefined ? [] : [{ key, side }]
  })
  if (parts.length === 0) return null
  const pins: Record<string, PinSide> = {}
  for (const { key, side } of parts) if (side !== undefined) pins[key] = side === 'l' ? 'left' : 'right'
  return { shown: [...new Set(parts.map(({ key }) => key))], pins }
}
