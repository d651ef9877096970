/** A cell as the resource engine hands it over; dates and dictionary values are texts by then. */
export type SheetCell = string | number | null | undefined

export type SheetColumn = {
  readonly heading: string
  /** In characters; 16 when not given. */
  readonly width?: number | undefined
}

export type SheetDescription = {
  /** The tab, e.g. `导出信息`. */
  readonly name: string
  /** Rows above the headings: the title, then `导出人:` and a name. */
  readonly titles: readonly string[]
  readonly columns: readonly SheetColumn[]
}

export type SheetRow = readonly SheetCell[]

/** Rows in memory, or blocks of rows from a cursor: a wait for each row of a million costs a second for each layer. */
export type SheetRows = Iterable<SheetRow> | AsyncIterable<readonly SheetRow[]>
