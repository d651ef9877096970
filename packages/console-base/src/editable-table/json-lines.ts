/** How a stored JSON stands in a table: as rows, and as JSON again. */
export interface JsonCodec<R extends { readonly id: string }> {
  /** The rows; null where the JSON is none of this table and would lose something in it. */
  read(stored: unknown): readonly Omit<R, 'id'>[] | null
  /** What is stored of the rows; undefined for nothing. */
  write(rows: readonly R[]): unknown
}

/** How one property of a stored line stands in its cell. */
export interface Part<C> {
  /** The cell; undefined where the property holds something else. */
  readonly read: (stored: unknown) => C | undefined
  /** What is stored of the cell; undefined leaves the property out. */
  readonly write: (cell: C) => unknown
}

const isNothing = (value: unknown): value is null | undefined => value === null || value === undefined
const word = (stored: unknown): string | undefined =>
  isNothing(stored) ? '' : typeof stored === 'string' ? stored : undefined

/** The usual parts of a line. */
export const parts = {
  /** Text that is always stored, the empty one too. */
  text: { read: word, write: (cell) => cell ?? '' } satisfies Part<string>,
  /** Text that is left out while it is empty. */
  note: {
    read: word,
    write: (cell) => (isNothing(cell) || cell.trim() === '' ? undefined : cell),
  } satisfies Part<string>,
  number: {
    read: (stored) => (isNothing(stored) ? null : typeof stored === 'number' ? stored : undefined),
    write: (cell) => cell ?? undefined,
  } satisfies Part<number | null>,
  /** A number of a dictionary, whose choices are texts; null is stored as such. */
  numberChoice: {
    read: (stored) => (isNothing(stored) ? null : typeof stored === 'number' ? String(stored) : undefined),
    write: (cell) => (isNothing(cell) || cell === '' ? null : Number(cell)),
  } satisfies Part<string | null>,
  /** A choice that is stored as it is; without one the property is left out. */
  choice: {
    read: (stored) => (isNothing(stored) ? null : typeof stored === 'string' ? stored : undefined),
    write: (cell) => cell ?? undefined,
  } satisfies Part<string | null>,
  flag: {
    read: (stored) => (isNothing(stored) ? 0 : stored === 0 || stored === 1 ? stored : undefined),
    write: (cell) => cell,
  } satisfies Part<0 | 1>,
} as const

type Described = Readonly<
  Record<string, { readonly read: (stored: unknown) => unknown; readonly write: (cell: never) => unknown }>
>
/** The row of a line: a cell by property. `source` is the line as it was stored. */
export type LineRow<P extends Described> = { readonly id: string; readonly source?: unknown } & {
  readonly [K in keyof P]: P[K] extends Part<infer C> ? C : never
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * A stored list of lines with these properties. A line nobody edited is stored as it was, to the order of its properties.
 * @param bare the property that a line of text alone stands for
 */
export function jsonLines<const P extends Described>(
  described: P,
  { bare }: { readonly bare?: Extract<keyof P, string> } = {},
): JsonCodec<LineRow<P>> {
  const names = Object.keys(described)
  const cellsOf = (source: unknown): Record<string, unknown> | null => {
    const line = bare !== undefined && typeof source === 'string' ? { [bare]: source } : source
    if (typeof line !== 'object' || line === null || Array.isArray(line)) return null
    if (Object.keys(line).some((name) => !names.includes(name))) return null
    const cells = names.map((name) => [name, described[name]?.read(Reflect.get(line, name))] as const)
    return cells.some(([, cell]) => cell === undefined) ? null : Object.fromEntries(cells)
  }
  const lineOf = (cells: Readonly<Record<string, unknown>>): unknown =>
    Object.fromEntries(
      names.flatMap((name) => {
        // The cell of a part is what the part read, or what its column took.
        const value = described[name]?.write(cells[name] as never)
        return value === undefined ? [] : [[name, value]]
      }),
    )
  return {
    read(stored) {
      if (!Array.isArray(stored)) return null
      const rows = stored.map((source: unknown) => {
        const cells = cellsOf(source)
        return cells && { ...cells, source }
      })
      // Every property has been read by the part that the row's type names.
      return rows.includes(null) ? null : (rows as unknown as readonly Omit<LineRow<P>, 'id'>[])
    },
    write: (rows) =>
      rows.length === 0
        ? undefined
        : rows.map((row) => {
            const line = lineOf(row)
            const was = row.source === undefined ? null : cellsOf(row.source)
            return was !== null && same(line, lineOf(was)) ? row.source : line
          }),
  }
}

/** The JSON of a text; undefined where it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
